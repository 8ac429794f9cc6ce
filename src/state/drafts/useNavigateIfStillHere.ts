import { useLayoutEffect, useRef } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router';
import { isQueued, type Queued } from '../../api/client/writes';
import { messages } from '../../domain/messages';
import { useShowAlert, useShowSaved } from '../alerts/alerts';
import type { AlertKind } from '../slices/alertsSlice';
import { useAppStore } from '../root/hooks';

/** Handles a response, also one that arrives after the person has left the screen. */
export interface NavigateIfStillHere {
  /**
   * Navigates. A person on another screen stays there and sees `done` as an alert: a text for a recorded change, or the
   * `Queued` marker for a waiting one; `null` shows none.
   */
  navigateAfter: (to: string, done: string | Queued | null, options?: NavigateOptions) => Promise<void>;
  /** Shows the error in the form, or as an alert to a person who has left it. */
  showErrorIfMounted: (text: string, show: (text: string) => void) => void;
}

/**
 * For a form or button: a late response does not navigate away from another screen; an alert shows it there instead. A
 * part of a screen that may unmount earlier, such as a card of a list, passes the path of that screen.
 */
export function useNavigateIfStillHere(screen?: string): NavigateIfStillHere {
  const navigate = useNavigate();
  const showAlert = useShowAlert();
  const showSaved = useShowSaved();
  const store = useAppStore();
  const { pathname, search } = useLocation();
  const requestedBy = store.getState().session.user?._id;
  // The URL is not enough: a local id in it is replaced while the screen stays mounted.
  const isMounted = useRef(false);
  // The cleanup of a layout effect runs even while the next screen is suspended.
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  /** True while the form is mounted, and also if the person has returned to the same URL. */
  const isHere = () => {
    const { pathname: path, search: query } = window.location;
    const isAtScreen = screen ? path === screen : path + query === pathname + search;
    return isMounted.current || isAtScreen;
  };
  /** Notifies only the user who submitted: after the session's end the draft waits for them. */
  const notify = (what: string | Queued, kind: AlertKind) => {
    if (store.getState().session.user?._id !== requestedBy) return;
    if (isQueued(what)) showSaved(what);
    else showAlert(what, kind);
  };
  return {
    navigateAfter: async (to, done, options) => {
      if (isHere()) await navigate(to, options);
      else if (done !== null) notify(done, 'success');
    },
    showErrorIfMounted: (text, show) => {
      if (!isMounted.current) notify(text, 'error');
      // The form itself shows the recorded content and the choices.
      else if (text !== messages.recordedOtherwise) show(text);
    },
  };
}
