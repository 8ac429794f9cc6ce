import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, useLocation } from 'react-router';
import type { AppStore } from '../state/storeTypes';
import { ErrorBoundary } from './ErrorBoundary';
import { Shell } from './Shell';
import { WholePage } from './WholePage';

/** The screens have a boundary of their own, inside; this one is for what is around them. */
function GuardedShell() {
  const { key } = useLocation();
  return (
    <ErrorBoundary resetKey={key} frame={WholePage}>
      <Shell />
    </ErrorBoundary>
  );
}

/** The whole app over a store that has read what this device remembers. */
export function App({ store }: { store: AppStore }) {
  return (
    <StrictMode>
      <Provider store={store}>
        {/* A tap answers at once: the address changes and the menu closes while a screen's chunk is still loading. */}
        <BrowserRouter useTransitions={false}>
          <GuardedShell />
        </BrowserRouter>
      </Provider>
    </StrictMode>
  );
}
