import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';
import { calls } from '../../src/contract/calls';
import { filesBelow, readText } from './sourceFiles';

const queued = Object.entries(calls).filter(([, call]) => 'offline' in call && call.offline === 'queue');
const names = new Set(queued.map(([name]) => name));

const TABLE = 'src/offline/queuedWrites.ts';
const folders = ['api', 'app', 'features', 'offline', 'state'];
const sources = folders.flatMap((folder) => filesBelow(`src/${folder}`, /\.tsx?$/)).filter((file) => file !== TABLE);

const isName = (node: unknown) =>
  typeof node === 'object' &&
  node !== null &&
  'type' in node &&
  node.type === 'StringLiteral' &&
  'value' in node &&
  names.has(String(node.value));

/** Counts the places where a name of a queued call is compared, is a case, or stands in a list to be looked up in. */
function comparisons(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0;
  const children = Object.values(node);
  const isProperty = 'type' in node && node.type === 'KeyValueProperty';
  const own = isProperty ? 0 : children.filter(isName).length;
  return children.reduce<number>((sum, child) => sum + comparisons(child), own);
}

const parse = (text: string, tsx: boolean) => parseSync(text, { syntax: 'typescript', tsx }).body;

test('names of queued calls are compared in offline/queuedWrites alone: elsewhere take the row of the call', () => {
  const comparing = sources.filter((file) => comparisons(parse(readText(file), file.endsWith('.tsx'))) > 0);
  expect(comparing).toEqual([]);
});

test('the check sees comparisons, cases and lists, and leaves the value of a field alone', () => {
  const seen = (text: string) => comparisons(parse(text, false));
  expect(seen("const isStart = call === 'startVisit';")).toBe(1);
  expect(seen("switch (call) { case 'startVisit': case 'submitVisit': }")).toBe(2);
  expect(seen("const writes = ['createDelivery', 'updateDelivery'].includes(call);")).toBe(2);
  expect(seen("const request = { name: 'startVisit', body };")).toBe(0);
});
