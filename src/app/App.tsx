import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import type { AppStore } from '../state/storeTypes';
import { ErrorBoundary } from './ErrorBoundary';
import { Shell } from './Shell';

/** The whole app over a store that has read what this device remembers. */
export function App({ store }: { store: AppStore }) {
  return (
    <StrictMode>
      <Provider store={store}>
        {/* A tap answers at once: the address changes and the menu closes while a screen's chunk is still loading. */}
        <BrowserRouter useTransitions={false}>
          {/* The screens have a boundary of their own, inside; this one is for what is around them. */}
          <ErrorBoundary resetKey="">
            <Shell />
          </ErrorBoundary>
        </BrowserRouter>
      </Provider>
    </StrictMode>
  );
}
