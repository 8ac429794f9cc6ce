/** Long enough for the slowest browser to have begun reading. */
const KEPT_FOR_MS = 60_000;

/** Saves what the browser holds under a blob: address as a file, and lets go of it. */
export function saveHeldFile(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR_MS);
}

/** Saves a text as a file through the browser's downloads. */
export function saveFile(name: string, text: string, type: string): void {
  saveHeldFile(name, URL.createObjectURL(new Blob([text], { type })));
}
