// @vitest-environment node
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localIdsIn, resolveBody, resolvePath, resolverOf, serverIdsOf } from '../../../src/offline/localIds';
import { entryReplayed, queueReloaded } from '../../../src/offline/actions';
import { queueSlice } from '../../../src/offline/queueSlice';
import { aSummary } from '../../support/queue/anEntry';

const resolve = resolverOf(
  serverIdsOf([
    { localId: 'local-1', serverId: 'v/9' },
    { localId: 'local-2', serverId: 'd8' },
  ]),
);

describe('a path', () => {
  it.each([
    ['/visits/local-1/submit', '/visits/v%2F9/submit'],
    ['/deliveries/local-2', '/deliveries/d8'],
    ['/visits/local-11/submit', '/visits/local-11/submit'],
    ['/visits/xlocal-1', '/visits/xlocal-1'],
    ['/visits', '/visits'],
    ['/visits/local-1/%', '/visits/v%2F9/%'],
  ])('%s becomes %s', (path, resolved) => {
    expect(resolvePath(path, resolve)).toBe(resolved);
  });
});

it('an id is replaced in the fields that name a visit or a delivery, at any depth', () => {
  const body = { visit: 'local-1', over: [{ delivery: 'local-2', quantity: 2, packaging: null }] };
  expect(resolveBody(body, resolve)).toEqual({
    visit: 'v/9',
    over: [{ delivery: 'd8', quantity: 2, packaging: null }],
  });
});

it('a text that reads like an id is not replaced, and no local id is found in it', () => {
  const body = { repName: 'local-1', note: 'local-2', lines: [{ item: 'local-2', packaging: 'local-1' }] };
  expect(resolveBody(body, resolve)).toEqual(body);
  expect(localIdsIn('/deliveries', body)).toEqual([]);
});

it('ids that equal a property name of Object.prototype are not replaced', () => {
  expect(['constructor', 'toString', '__proto__'].map(resolverOf({}))).toEqual([
    'constructor',
    'toString',
    '__proto__',
  ]);
});

it('each local id of path and body is found once', () => {
  const body = { visit: 'local-1', over: [{ delivery: 'local-2' }, { delivery: 'local-2' }], note: 'see local-3' };
  expect(localIdsIn('/visits/local-1/submit', body)).toEqual(['local-1', 'local-2']);
});

it('nothing else of a body changes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(resolveBody(body, resolverOf({}))).toEqual(body);
    }),
  );
});

it('adding an id copies a small part of the known ids, and shares the others', () => {
  const known = Array.from({ length: 2_000 }, (_, n) => ({ localId: `local-${n}`, serverId: `s${n}` }));
  const before = queueSlice.reducer(
    undefined,
    queueReloaded({ entries: [], serverIds: serverIdsOf(known), quarantined: 0, newer: [], firstTries: [], ended: [] }),
  );
  const mapping = { localId: 'local-9900', serverId: 's-new', at: 1 };
  const after = queueSlice.reducer(
    before,
    entryReplayed({ entry: aSummary({ id: 'new' }), response: {}, mapping, at: 0 }),
  );
  const isCopied = (part: string) => before.serverIds[part] !== after.serverIds[part];
  const copied = Object.keys(after.serverIds).filter(isCopied);
  expect(copied).toHaveLength(1);
  expect(copied.flatMap((part) => Object.keys(after.serverIds[part] ?? {}))).toHaveLength(20);
  const resolveAll = resolverOf(after.serverIds);
  expect([...known, mapping].every(({ localId, serverId }) => resolveAll(localId) === serverId)).toBe(true);
});
