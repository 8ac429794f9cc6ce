import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, useLocation } from 'react-router';
import type { AppStore } from '../state/root/types';
import { DeviceReadContext } from './deviceReadContext';
import { ErrorBoundary } from './ErrorBoundary';
import { Shell } from './Shell';
import { FullPage } from './FullPage';

/** The screens have a boundary of their own, inside; this one is for what is around them. */
function GuardedShell() {
  const { key } = useLocation();
  return (
    <ErrorBoundary resetKey={key} frame={FullPage}>
      <Shell />
    </ErrorBoundary>
  );
}

interface AppProps {
  store: AppStore;
  /** Whether the store has read what this device remembers; until then the screens wait. */
  isRead?: boolean;
}

/** The whole app. */
export function App({ store, isRead = true }: AppProps) {
  return (
    <StrictMode>
      <Provider store={store}>
        {/* A tap answers at once: the address changes and the menu closes while a screen's chunk is still loading. */}
        <BrowserRouter useTransitions={false}>
          <DeviceReadContext value={isRead}>
            <GuardedShell />
          </DeviceReadContext>
        </BrowserRouter>
      </Provider>
    </StrictMode>
  );
}
