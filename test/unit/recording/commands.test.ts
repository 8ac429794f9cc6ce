// @vitest-environment node
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordingIn } from '../../support/recording/replayRecording';

const FILE = 'test/unit/recording/fixtures/twoTabs.json';
const folder = mkdtempSync(join(tmpdir(), 'commands-'));

/** Runs a command of package.json as a person does, without npm around it. */
function run(command: 'replay' | 'update', ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', `test/tools/recording/${command}Command.ts`, ...args],
    { encoding: 'utf8' },
  );
  return { status, lines: stdout.split('\n'), stdout, stderr };
}

/** The recording with another state at one of its actions. */
function withWrongState(name: string, action: number): string {
  const recording = recordingIn(FILE);
  const wrong = recording.runs.flatMap((one) => one.events).find((one) => one.kind === 'action' && one.n === action);
  if (wrong?.kind === 'action') Object.assign(wrong, { digest: 'another', changes: [['queue.changes', 99]] });
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(recording));
  return file;
}

const numbersIn = (lines: string[]) => lines.flatMap((line) => /^ {0,4}(\d+) \d\d:/.exec(line)?.[1] ?? []).map(Number);

describe('npm run replay', () => {
  test('prints the events line by line and that the replay is the same; exit code 0', () => {
    const { status, lines, stdout } = run('replay', FILE);
    expect(status).toBe(0);
    expect(lines[0]).toMatch(/^Two tabs · build \S+ · texts pseudonyms$/);
    expect(stdout).toMatch(/^ {4}\d \d\d:\d\d:\d\d\.\d{3} .+persist\/REHYDRATE/m);
    expect(stdout).toContain('      at /deliveries/new');
    expect(stdout).toMatch(/ → response: request {2}GET \/deliveries\S* → network/);
    const numbers = numbersIn(lines);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    expect(stdout).toMatch(new RegExp(`^state: the same, up to action ${numbers.length}$`, 'm'));
    expect(stdout).not.toContain('behaviour:');
  });

  test('stops after --until, and compares the app’s behaviour with --behaviour', () => {
    const { status, lines, stdout } = run('replay', FILE, '--until', '40', '--behaviour');
    expect(status).toBe(0);
    expect(Math.max(...numbersIn(lines))).toBe(40);
    expect(stdout).toMatch(/^state: the same, up to action 40$/m);
    expect(stdout).toMatch(/^behaviour: the same/m);
  });

  test('names the first difference; exit code 1, and 0 for the part before it', () => {
    const file = withWrongState('wrong.json', 50);
    const { status, stdout } = run('replay', file);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^state: first difference at action 50, \S+, \S+\n {2}recorded: .+\n {2}replayed: .+$/m);
    expect(run('replay', file, '--until', '49').status).toBe(0);
  });

  test('refuses an unreadable file with the reason; exit code 2', () => {
    const cut = join(folder, 'cut.json');
    writeFileSync(cut, readFileSync(FILE, 'utf8').slice(0, 2_000));
    expect(run('replay', cut)).toMatchObject({ status: 2, stderr: expect.stringContaining('The file is cut') });
    expect(run('replay')).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage: npm run replay') });
  });
});

test('npm run replay:update -- --states records the states of this code, and shows what changed', () => {
  const library = mkdtempSync(join(tmpdir(), 'library-'));
  const file = join(library, 'twoTabs.json');
  copyFileSync(withWrongState('other.json', 50), file);
  const { status, stdout } = run('update', '--states', '--folder', library);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^twoTabs\.json: state: first difference at action 50/m);
  expect(recordingIn(file)).toEqual(recordingIn(FILE));
  expect(run('update', '--states', '--folder', library).stdout).toMatch(/^twoTabs\.json: state: the same/m);
});
