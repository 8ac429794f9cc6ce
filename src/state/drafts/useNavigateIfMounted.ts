import { useLayoutEffect, useRef } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router';
import { isQueued, type Queued } from '../../api/client/writes';
import { messages } from '../../domain/messages';
import { useShowAlert, useShowSaved } from '../alerts/alerts';
import type { AlertKind } from '../slices/alertsSlice';
import { useAppStore } from '../root/hooks';

/** What is done with an answer, also one that comes when the person has gone to another screen. */
export interface NavigateIfMounted {
  /**
   * Goes on to the next screen; who has gone elsewhere is left there and told `done`, unless it was told already:
   * what arrived at the server in words, what waits on this device by its marker.
   */
  navigateAfter: (to: string, done: string | Queued | null, options?: NavigateOptions) => Promise<void>;
  /** Has the form say what is wrong; an alert does for who has gone elsewhere. */
  showErrorIfMounted: (text: string, show: (text: string) => void) => void;
}

/**
 * For a form or button: its answers bring nobody back from another screen, and whoever has gone there is told. One that
 * may go before its screen does, such as a card of a list, gives the path of that screen.
 */
export function useNavigateIfMounted(screen?: string): NavigateIfMounted {
  const navigate = useNavigate();
  const showAlert = useShowAlert();
  const showSaved = useShowSaved();
  const store = useAppStore();
  const { pathname, search } = useLocation();
  const askedBy = store.getState().session.user?._id;
  // The address alone does not tell: a local id is renamed there under a screen that stays.
  const stands = useRef(false);
  // A layout effect, since that one ends also when the next screen is still loading over this one.
  useLayoutEffect(() => {
    stands.current = true;
    return () => {
      stands.current = false;
    };
  }, []);

  /** Also where the form was left and opened anew: it still shows what has just been taken. */
  const isHere = () => {
    const { location } = window;
    const isAtScreen = screen
      ? location.pathname === screen
      : location.pathname + location.search === pathname + search;
    return stands.current || isAtScreen;
  };
  /** Nobody else is told, nor whom the session's end took away: the form's draft waits for them. */
  const tell = (what: string | Queued, kind: AlertKind) => {
    if (store.getState().session.user?._id !== askedBy) return;
    if (isQueued(what)) showSaved(what);
    else showAlert(what, kind);
  };
  return {
    navigateAfter: async (to, done, options) => {
      if (isHere()) await navigate(to, options);
      else if (done !== null) tell(done, 'success');
    },
    showErrorIfMounted: (text, show) => {
      if (!stands.current) tell(text, 'error');
      // Its form shows what was recorded, and asks what to do.
      else if (text !== messages.recordedOtherwise) show(text);
    },
  };
}
