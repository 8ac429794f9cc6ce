import { createAction } from '@reduxjs/toolkit';

/** How often the progress of a file is reported: once per half megabyte. */
const PROGRESS_STEP_BYTES = 512 * 1024;

/** A file that is being fetched has come this far, in bytes. */
export const fileProgressed = createAction<number>('api/fileProgressed');

/** Reads the body of a file as it comes in, telling how much of it is there so far. */
export async function readStream(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const chunks: BlobPart[] = [];
  const reader = response.body?.getReader();
  let bytes = 0;
  let reported = 0;
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return new Blob(chunks, { type: response.headers.get('Content-Type') ?? '' });
    chunks.push(part.value);
    bytes += part.value.byteLength;
    if (bytes - reported >= PROGRESS_STEP_BYTES) {
      reported = bytes;
      onBytes(bytes);
    }
  }
}
