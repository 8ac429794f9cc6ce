import { use, useEffect, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import type { AppStore } from '../state/root/types';
import { Alerts } from './Alerts';
import { Header } from './Header';
import styles from './ReplayedScreens.module.css';
import { ScreensContext } from './screensContext';
import { StatusLine } from './StatusLine';

/**
 * Shows the app's screens over another store and route. They have a React root of their own, because a router cannot
 * contain another. They are `inert`: they take neither focus nor presses.
 */
export function ReplayedScreens({ store, route }: { store: AppStore; route: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const root = useRef<Root | null>(null);
  const Screens = use(ScreensContext);

  useEffect(() => {
    if (!frame.current) return;
    const created = createRoot(frame.current);
    root.current = created;
    // React cannot unmount a root while it renders another.
    return () => void setTimeout(() => created.unmount());
  }, []);

  useEffect(() => {
    root.current?.render(
      <Provider store={store}>
        <MemoryRouter key={route} initialEntries={[route]}>
          <Header />
          <StatusLine />
          <Alerts />
          <div className={styles.screen}>
            <Screens />
          </div>
        </MemoryRouter>
      </Provider>,
    );
  }, [store, route, Screens]);

  return <div ref={frame} className={styles.frame} inert />;
}
