/** Where a tab remembers, across a reload, that it is being recorded. */
export const RECORDER_SETTINGS_KEY = 'field-sales-tape';
const ASKED_PARAM = 'record';

/** Whether this start of the app is to be recorded: the tab is at it, or the address asks for it (`?record=1`). */
export function isRecordingRequested({
  sessionStorage,
  location,
}: Pick<Window, 'sessionStorage' | 'location'>): boolean {
  try {
    const isAsked = new URLSearchParams(location.search).get(ASKED_PARAM) === '1';
    return isAsked || sessionStorage.getItem(RECORDER_SETTINGS_KEY) !== null;
  } catch {
    // A browser that forbids storage: nothing could be kept of a recording either.
    return false;
  }
}
