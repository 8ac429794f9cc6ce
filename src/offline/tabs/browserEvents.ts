import type { UnknownAction } from '@reduxjs/toolkit';
import { connectivityChanged, windowFocused } from '../actions';

/** The part of the window that is listened to. */
export interface BrowserWindow extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  navigator: { onLine: boolean };
}

/** Dispatches the browser's events as actions, first the current state. Returns a function that stops it. */
export function listenToBrowser(target: BrowserWindow, dispatch: (action: UnknownAction) => unknown): () => void {
  const listeners = {
    online: () => dispatch(connectivityChanged({ online: true })),
    offline: () => dispatch(connectivityChanged({ online: false })),
    focus: () => dispatch(windowFocused()),
  };
  const entries = Object.entries(listeners);
  for (const [event, listener] of entries) target.addEventListener(event, listener);
  dispatch(connectivityChanged({ online: target.navigator.onLine }));
  return () => {
    for (const [event, listener] of entries) target.removeEventListener(event, listener);
  };
}
