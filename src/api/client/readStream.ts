import { createAction } from '@reduxjs/toolkit';

/** Progress is reported once for each half megabyte. */
const PROGRESS_STEP_BYTES = 512 * 1024;

/** The number of bytes of the running download received so far. */
export const fileProgressed = createAction<number>('api/fileProgressed');

/** Reads the body of a file. Reports the number of bytes read so far to `onBytes`. */
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
