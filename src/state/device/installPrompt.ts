/** The browser's installation prompt (`beforeinstallprompt`). Safari and Firefox have none. */
export interface InstallPrompt {
  /** Shows the prompt. Each prompt can be shown once. */
  prompt(): Promise<unknown>;
}

/** The part of the window that this file uses. */
type InstallEvents = Pick<Window, 'addEventListener'>;

let offered: (Event & InstallPrompt) | null = null;
/** Called when the available prompt changes. */
export const installListeners = new Set<() => void>();

/** The available prompt; `null` for none. */
export const offeredInstall = () => offered;

export function setOfferedInstall(next: typeof offered): void {
  offered = next;
  for (const listener of installListeners) listener();
}

/** Defers the browser's prompt until a person asks for it. */
export function holdInstallPrompt(page: InstallEvents): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setOfferedInstall(event as Event & InstallPrompt);
  });
}
