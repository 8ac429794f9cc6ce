/** The browser's own question whether to install the app. Safari and Firefox have none. */
export interface InstallPrompt {
  /** Asks the person; each question can be asked once. */
  prompt(): Promise<unknown>;
}

/** What the page says about it, as far as it is used here. */
type InstallEvents = Pick<Window, 'addEventListener'>;

let offered: (Event & InstallPrompt) | null = null;
/** Called when it changes. */
export const installListeners = new Set<() => void>();

/** The question that the browser holds ready; `null` for none. */
export const offeredInstall = () => offered;

export function setOfferedInstall(next: typeof offered): void {
  offered = next;
  for (const listener of installListeners) listener();
}

/** Holds the browser's question back until a person asks for it. */
export function holdInstallPrompt(page: InstallEvents): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setOfferedInstall(event as Event & InstallPrompt);
  });
}
