import { lazy, useId, useRef } from 'react';
import { Alerts } from './Alerts';
import { Header } from './Header';
import { OptionalBoundary } from './OptionalBoundary';
import { AppRoutes } from './AppRoutes';
import { ScreensContext } from './screensContext';
import styles from './Shell.module.css';
import { StatusLine } from './StatusLine';
import { SystemNotices } from './SystemNotices';
import { useFocusOnNavigation } from './useFocusOnNavigation';
import { useServerIdsInUrl } from '../state/url/urlWithServerIds';

const OfflineReadinessBar = lazy(async () => ({
  default: (await import('./OfflineReadinessBar')).OfflineReadinessBar,
}));

/** The parts around every screen (spec §2, global shell), with the screen of the current route. */
export function Shell() {
  const mainId = useId();
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  useServerIdsInUrl();
  return (
    <>
      <a className={styles.skip} href={`#${mainId}`}>
        Skip to content
      </a>
      <Header />
      <StatusLine
        beside={
          <OptionalBoundary>
            <OfflineReadinessBar />
          </OptionalBoundary>
        }
      />
      <SystemNotices />
      <Alerts />
      <main id={mainId} ref={main} tabIndex={-1} className={styles.main}>
        <ScreensContext value={AppRoutes}>
          <AppRoutes />
        </ScreensContext>
      </main>
    </>
  );
}
