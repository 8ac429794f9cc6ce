import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockDataDir } from '../../../src/server/db/dataDirLock';
import { ownerText, thisProcess } from '../../../src/server/db/lockOwner';
import { leaveLock, lockNames, OF_ANOTHER_HOST } from '../../support/server/lockFolder';

/** No process of this machine has it: it is above the highest pid of Linux. */
const NO_PID = 4_194_305;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-dir-lock-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const listenToErrors = () => vi.spyOn(process.stderr, 'write').mockReturnValue(true);

describe('the lock of a data folder', () => {
  it('is held by one process at a time, can be released, and its file is readable to its user alone', async () => {
    const lock = await lockDataDir(folder);
    await expect(lockDataDir(folder)).rejects.toThrow(`in use by process ${process.pid}. Stop it first`);
    expect(statSync(join(folder, 'lock')).mode & 0o777).toBe(0o700);
    lock.assertHeld();
    lock.release();
    expect(lockNames(folder)).toEqual(['free']);
    expect(statSync(join(folder, 'lock/free')).mode & 0o777).toBe(0o600);
    (await lockDataDir(folder)).release();
  });

  it('does not change when it is released a second time', async () => {
    const first = await lockDataDir(folder);
    first.release();
    const second = await lockDataDir(folder);
    first.release();
    expect(lockNames(folder)).not.toContain('free');
    second.release();
  });

  it('replaces an empty lock folder that a power cut left', async () => {
    mkdirSync(join(folder, 'lock'));
    (await lockDataDir(folder)).release();
    expect(lockNames(folder)).toEqual(['free']);
  });
});

describe('a lock whose owner runs on this machine', () => {
  it.each([
    ['a process that has ended', { pid: NO_PID }],
    ['an earlier process of the same pid', { startTicks: '1' }],
  ])('is taken over at once from %s', async (_whose, owner) => {
    const said = listenToErrors();
    leaveLock(folder, owner);
    (await lockDataDir(folder)).release();
    expect(said).not.toHaveBeenCalled();
  });

  it('is taken over from a zombie process', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 600']);
    const [pid] = (await once(parent.stdout, 'data')).map(Number);
    const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
    while (stat()[2] !== 'Z') await new Promise((resolve) => setTimeout(resolve, 20));
    leaveLock(folder, { pid: pid ?? 0, startTicks: stat()[21] ?? '' });
    const said = listenToErrors();
    (await lockDataDir(folder)).release();
    expect(said).not.toHaveBeenCalled();
    parent.kill('SIGKILL');
  });
});

describe('a lock of another machine, container or system without /proc', () => {
  it('is refused while its owner updates it, even when no process here has that pid', async () => {
    const path = leaveLock(folder, { ...OF_ANOTHER_HOST, pid: NO_PID });
    const beat = setTimeout(() => renameSync(path, path.replace('/7.', '/8.')), 1000);
    await expect(lockDataDir(folder)).rejects.toThrow(`in use by process ${NO_PID} of host elsewhere. Stop it first`);
    clearTimeout(beat);
    expect(lockNames(folder)).toHaveLength(1);
    expect(lockNames(folder)[0]).toMatch(/^8\./);
  });
});

describe('a lock whose owner cannot be determined is refused, and the message says how to remove it', () => {
  it.each([
    ['of a process that has ended', `${NO_PID} 12345`, `as process ${NO_PID}`],
    ['that is empty', '', 'as process unknown'],
  ])('a lock file of the earlier version %s', async (_whose, content, named) => {
    writeFileSync(join(folder, 'lock'), content);
    const way = `${named}. Stop it first. If no server has the folder open, delete the file ${join(folder, 'lock')}.`;
    await expect(lockDataDir(folder)).rejects.toThrow(way);
  });

  it.each([
    ['two owners', ['free', `0.${ownerText(thisProcess())}`]],
    ['no owner that can be read', ['lorem ipsum']],
  ])('a folder with %s', async (_what, names) => {
    mkdirSync(join(folder, 'lock'));
    for (const name of names) writeFileSync(join(folder, 'lock', name), '');
    await expect(lockDataDir(folder)).rejects.toThrow(`delete the folder ${join(folder, 'lock')}.`);
  });
});
