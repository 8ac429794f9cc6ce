import { vi } from 'vitest';

/** A file that the app gave to the browser to save. */
export interface SavedFile {
  name: string;
  blob: Blob;
}

/** Collects the files that the app gives to the browser, until the end of the test: jsdom saves none. */
export function catchDownloads(): SavedFile[] {
  const held = new Map<string, Blob>();
  const saved: SavedFile[] = [];
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (blob: Blob) => {
        const url = `blob:${held.size}`;
        held.set(url, blob);
        return url;
      };
      static override revokeObjectURL = () => undefined;
    },
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = held.get(this.href);
    if (blob) saved.push({ name: this.download, blob });
  });
  return saved;
}
