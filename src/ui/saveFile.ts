/** Enough time for the slowest browser to start reading the file. */
const REVOKE_AFTER_MS = 60_000;

/** Saves the content of a blob: URL as a file and revokes the URL. */
export function saveHeldFile(name: string, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

/** Saves a text as a file through the browser's downloads. */
export function saveFile(name: string, text: string, type: string): void {
  saveHeldFile(name, URL.createObjectURL(new Blob([text], { type })));
}
