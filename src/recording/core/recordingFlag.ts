/** Key in sessionStorage of the tab's recorder settings. Present: the tab is recorded, also after a reload. */
export const RECORDER_SETTINGS_KEY = 'field-sales-recorder';
/** In a URL: `1` starts a recording with the page. */
export const RECORD_PARAM = 'record';

/** Whether to record this start of the app: the tab is being recorded, or the URL asks for it (`?record=1`). */
export function isRecordingRequested({
  sessionStorage,
  location,
}: Pick<Window, 'sessionStorage' | 'location'>): boolean {
  try {
    const isInUrl = new URLSearchParams(location.search).get(RECORD_PARAM) === '1';
    return isInUrl || sessionStorage.getItem(RECORDER_SETTINGS_KEY) !== null;
  } catch {
    // A browser that forbids storage could not store a recording either.
    return false;
  }
}
