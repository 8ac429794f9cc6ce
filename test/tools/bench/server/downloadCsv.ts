/**
 * Downloads the longest file in a process of its own, as a browser on another machine does: node downloadCsv.ts <url>
 * <cookie>. Prints a `Download` as JSON.
 */

export interface Download {
  rows: number;
  firstByteMs: number;
  seconds: number;
}

const NEW_LINE = '\n'.charCodeAt(0);
const [url = '', cookie = ''] = process.argv.slice(2);
const begun = performance.now();
const response = await fetch(`${url}/api/exports/deliveries.csv?mode=lines`, { headers: { cookie } });
if (!response.ok) throw new Error(`The file was refused: ${response.status} ${await response.text()}`);
let firstByteMs = 0;
let lines = 0;
for await (const chunk of response.body ?? []) {
  firstByteMs ||= performance.now() - begun;
  for (const byte of chunk as Uint8Array) if (byte === NEW_LINE) lines += 1;
}
const download: Download = { rows: lines - 1, firstByteMs, seconds: (performance.now() - begun) / 1000 };
console.log(JSON.stringify(download));
