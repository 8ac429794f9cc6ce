import { useSyncExternalStore } from 'react';

/** The browser's own question whether to install the app. Safari and Firefox have none. */
export interface InstallPrompt {
  /** Asks the person; each question can be asked once. */
  prompt(): Promise<unknown>;
}

/** What the page says about it, as far as it is used here. */
type InstallEvents = Pick<Window, 'addEventListener'>;

let offered: (Event & InstallPrompt) | null = null;
const listeners = new Set<() => void>();

function setOffered(next: typeof offered): void {
  offered = next;
  for (const listener of listeners) listener();
}

/** Holds the browser's question back until a person asks for it. */
export function holdInstallPrompt(page: InstallEvents): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setOffered(event as Event & InstallPrompt);
  });
  page.addEventListener('appinstalled', () => setOffered(null));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks whether to install the app; `null` where the browser can't ask, or has asked. */
export function useInstall(): (() => void) | null {
  const prompt = useSyncExternalStore(subscribe, () => offered);
  if (!prompt) return null;
  return () => {
    setOffered(null);
    void prompt.prompt().catch(() => undefined);
  };
}

/** Whether this is Safari on a phone or tablet, in a tab: it clears data after seven days without a visit. */
export function isUninstalledSafari(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}
