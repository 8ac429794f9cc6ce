// @vitest-environment node
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localIdsIn, resolveBody, resolvePath, resolverOf } from '../../../src/offline/localIds';

const resolve = resolverOf({ 'local-1': 'v/9', 'local-2': 'd8' });

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

it('a body’s whole strings are replaced, at any depth, and a text that contains an id is not', () => {
  const body = { visit: 'local-1', note: 'about local-1', lines: [{ item: 'local-2', quantity: 2, packaging: null }] };
  expect(resolveBody(body, resolve)).toEqual({
    visit: 'v/9',
    note: 'about local-1',
    lines: [{ item: 'd8', quantity: 2, packaging: null }],
  });
});

it('ids that happen to be the names of an object’s own parts are left alone', () => {
  expect(['constructor', 'toString', '__proto__'].map(resolverOf({}))).toEqual([
    'constructor',
    'toString',
    '__proto__',
  ]);
});

it('the local ids of path and body are found, each once', () => {
  const body = { visit: 'local-1', lines: [{ item: 'local-2' }, { item: 'local-2' }], note: 'see local-3' };
  expect(localIdsIn('/visits/local-1/submit', body)).toEqual(['local-1', 'local-2']);
});

it('nothing else of a body changes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(resolveBody(body, resolverOf({}))).toEqual(body);
    }),
  );
});
