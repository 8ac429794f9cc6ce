/** The number of bytes per call of `fromCharCode`: more arguments would exceed the browser's stack. */
const STEP_BYTES = 8192;

async function through(input: BlobPart, change: CompressionStream | DecompressionStream): Promise<Response> {
  return new Response(new Blob([input]).stream().pipeThrough(change));
}

/** A text compressed by gzip, as base64. */
export async function gzipText(text: string): Promise<string> {
  const bytes = new Uint8Array(await (await through(text, new CompressionStream('gzip'))).arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(at, at + STEP_BYTES));
  }
  return btoa(binary);
}

/** The text that `gzipText` compressed. */
export async function gunzipText(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return (await through(bytes, new DecompressionStream('gzip'))).text();
}
