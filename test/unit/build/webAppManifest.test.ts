import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { webAppManifest } from '../../../src/build/webAppManifest';
import { routes } from '../../../src/paths';

/** Width and height of a PNG, from its header. */
function sizeOf(file: string): string {
  const bytes = readFileSync(file);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('every image of the manifest is in the public folder and has the declared size', () => {
  const pictures = [...(webAppManifest.icons ?? []), ...(webAppManifest.screenshots ?? [])];
  const said = pictures.map(({ src, sizes }) => [src, sizes]);
  expect(pictures.map(({ src }) => [src, sizeOf(`public${src}`)])).toEqual(said);
  expect(webAppManifest.screenshots?.map((one) => one.form_factor)).toEqual(['narrow', 'wide']);
});

test('every shortcut opens a screen', () => {
  const known: string[] = Object.values(routes);
  const urls = webAppManifest.shortcuts?.map(({ url }) => url) ?? [];
  expect(urls).toHaveLength(2);
  expect(urls.filter((url) => !known.includes(url))).toEqual([]);
});
