import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataDir } from '../../src/server/db/dataDirLock';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-dir-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const leaveLock = (content: string) => writeFileSync(join(folder, 'lock'), content);

it('is held by one at a time, and given back', () => {
  const unlock = lockDataDir(folder);
  expect(() => lockDataDir(folder)).toThrow(`in use by process ${process.pid}`);
  unlock();
  lockDataDir(folder)();
});

it.each([
  ['a process that has ended', '4194305 12345'],
  ['an earlier process of the same number', `${process.pid} 1`],
  ['a power cut, which may leave it empty', ''],
  ['who knows whom', 'lorem ipsum'],
])('is taken over from %s', (_whose, left) => {
  leaveLock(left);
  const unlock = lockDataDir(folder);
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  unlock();
});
