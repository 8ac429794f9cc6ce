import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import type { AppStore } from '../state/storeTypes';
import { Shell } from './Shell';

/** The whole app over a store that has read what this device remembers. */
export function App({ store }: { store: AppStore }) {
  return (
    <StrictMode>
      <Provider store={store}>
        {/* A tap answers at once: the address changes and the menu closes while a screen's chunk is still loading. */}
        <BrowserRouter useTransitions={false}>
          <Shell />
        </BrowserRouter>
      </Provider>
    </StrictMode>
  );
}
