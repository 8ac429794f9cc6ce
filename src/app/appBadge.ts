import { selectOwnEntries } from '../state/pending/pendingSelectors';
import type { AppStore } from '../state/root/types';

/** The part of the browser that puts a number on the app's icon; absent from browsers that can't. */
export type BadgedBrowser = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

/** Shows on the icon of the installed app how many changes wait or were refused; none while there are none. */
export function showAppBadge(store: Pick<AppStore, 'getState' | 'subscribe'>, browser: BadgedBrowser): void {
  if (!browser.setAppBadge) return;
  let shown = -1;
  const show = () => {
    const state = store.getState();
    if (state.queue.status === 'loading' || state.session.status === 'loading') return;
    const count = selectOwnEntries(state).length;
    if (count === shown) return;
    shown = count;
    // A browser may refuse, as for an app that is not installed.
    const done = count > 0 ? browser.setAppBadge?.(count) : browser.clearAppBadge?.();
    done?.catch(() => undefined);
  };
  store.subscribe(show);
  show();
}
