import { lazy, useId, useRef } from 'react';
import { Alerts } from './Alerts';
import { ConnectivityBanner } from './ConnectivityBanner';
import { Header } from './Header';
import { OnTheSide } from './OnTheSide';
import { Screens } from './Screens';
import { ScreensContext } from './screensContext';
import styles from './Shell.module.css';
import { SideNotices } from './SideNotices';
import { useFocusOnNavigation } from './useFocusOnNavigation';
import { useServerIdsInAddress } from './useServerIdsInAddress';

const DayLine = lazy(async () => ({ default: (await import('./DayLine')).DayLine }));

/** What is around every screen (spec §2, global shell), and the screen of the current route in the middle. */
export function Shell() {
  const mainId = useId();
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  useServerIdsInAddress();
  return (
    <>
      <a className={styles.skip} href={`#${mainId}`}>
        Skip to content
      </a>
      <Header />
      <OnTheSide>
        <DayLine />
      </OnTheSide>
      <ConnectivityBanner />
      <SideNotices />
      <Alerts />
      <main id={mainId} ref={main} tabIndex={-1} className={styles.main}>
        <ScreensContext value={Screens}>
          <Screens />
        </ScreensContext>
      </main>
    </>
  );
}
