import { useLayoutEffect, useRef } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { useShowAlert } from './alerts';

/** What is done with an answer, also one that comes when the person has gone to another screen. */
export interface LateAnswers {
  /** Goes on to the next screen; who has gone elsewhere is left there and told `done`, unless it was told already. */
  goOn: (to: string, done: string | null, options?: NavigateOptions) => Promise<void>;
  /** Has the form say what is wrong; an alert does for who has gone elsewhere. */
  refuse: (text: string, show: (text: string) => void) => void;
}

/** For a form or button: its answers bring nobody back, and none is lost. */
export function useLateAnswers(): LateAnswers {
  const navigate = useNavigate();
  const showAlert = useShowAlert();
  // Not the address: a local id is renamed there under a screen that stays.
  const isHere = useRef(false);
  // A layout effect, since that one ends also when the next screen is still loading over this one.
  useLayoutEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return {
    goOn: async (to, done, options) => {
      if (isHere.current) await navigate(to, options);
      else if (done !== null) showAlert(done, 'success');
    },
    refuse: (text, show) => (isHere.current ? show : showAlert)(text),
  };
}
