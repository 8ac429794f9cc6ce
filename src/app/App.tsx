import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, useLocation } from 'react-router';
import type { AppStore } from '../state/root/types';
import { DeviceReadContext } from './deviceReadContext';
import { ErrorBoundary } from './ErrorBoundary';
import { Shell } from './Shell';
import { FullPage } from './FullPage';

/** The error boundary for the parts around the screens. The screens have one of their own inside. */
function GuardedShell() {
  return (
    <ErrorBoundary resetKey={useLocation()} frame={FullPage}>
      <Shell />
    </ErrorBoundary>
  );
}

interface AppProps {
  store: AppStore;
  /** Whether the store has read the stored slices. Until then no screen renders. */
  isRead?: boolean;
}

/** The whole app. */
export function App({ store, isRead = true }: AppProps) {
  return (
    <StrictMode>
      <Provider store={store}>
        {/* A tap takes effect at once: the URL changes and the menu closes while a screen's chunk is still loading. */}
        <BrowserRouter useTransitions={false}>
          <DeviceReadContext value={isRead}>
            <GuardedShell />
          </DeviceReadContext>
        </BrowserRouter>
      </Provider>
    </StrictMode>
  );
}
