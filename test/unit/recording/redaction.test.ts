// @vitest-environment node
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_DEACTIVATED_ERROR } from '../../../src/contract/accountDeactivated';
import { NOUNS } from '../../../src/offline/nouns';
import { createRedact, REDACTED } from '../../../src/recording/core/redaction';
import { aDayOfWork, SENTINELS } from '../../support/recording/aDayOfWork';

const salt = 'a secret of this test';
const redacted = createRedact({ salt, includeTexts: false });

describe('the recording of a day', () => {
  test('holds no text of a person, in any field', async () => {
    const text = JSON.stringify((await aDayOfWork()).recording);
    const words = Object.values(SENTINELS).flatMap((sentinel) => [sentinel, ...sentinel.split(/[\s,@]+/)]);
    const telling = words.filter((word) => word.length > 5);
    expect(telling.length).toBeGreaterThan(10);
    expect(telling.filter((word) => text.includes(word))).toEqual([]);
  });

  test('holds texts when the user opted in, and never a password', async () => {
    const text = JSON.stringify((await aDayOfWork({ includeTexts: true })).recording);
    const { password, ...texts } = SENTINELS;
    expect(Object.values(texts).filter((sentinel) => !text.includes(sentinel))).toEqual([]);
    expect(text).not.toContain(password);
    expect(text).toContain(REDACTED);
  });

  test('does not hold the salt of its pseudonyms', async () => {
    expect(JSON.stringify((await aDayOfWork()).recording)).not.toContain(salt);
  });
});

test('the id of every noun of the queue is kept, under the field that names it', () => {
  for (const noun of NOUNS) expect(redacted({ [noun]: 'write-1' })).toEqual({ [noun]: 'write-1' });
});

test('a text has one pseudonym within a recording, and another one in another recording', () => {
  const elsewhere = createRedact({ salt: 'another', includeTexts: false });
  expect(redacted({ name: 'Ana' })).toEqual(redacted({ name: 'Ana' }));
  expect(redacted({ name: 'Ana' })).not.toEqual(redacted({ name: 'Bea' }));
  expect(elsewhere({ name: 'Ana' })).not.toEqual(redacted({ name: 'Ana' }));
});

test.each([
  ['a password', { password: 'hunter22' }],
  ['a token in a list', { accessToken: ['hunter22'] }],
  ['a cookie', { headers: { Cookie: 'session=hunter22' } }],
  ['a password inside a text of JSON', { body: '{"password":"hunter22"}' }],
  ['a note', { note: 'hunter22' }],
  ['a search in a path', { path: '/locations?q=hunter22 street' }],
  ['a search in the key of a query', { queryCacheKey: 'listLocations({"q":"hunter22 street"})' }],
  ['a search in the key of an object', { 'listLocations({"q":"hunter22 street"})': 1 }],
  ['a text nobody thought of', { anything: 'hunter22 was here' }],
  ['a stack', { error: { stack: 'at /home/hunter22' } }],
])('%s is removed', (_, value) => {
  expect(JSON.stringify(redacted(value))).not.toContain('hunter22');
});

test.each([
  ['ids and states', { id: 'local-0192f0aa-0000-7000-8000-000000000001', state: 'waiting', outcome: 'no_access' }],
  [
    'ids of a browser without randomUUID',
    { id: 'V1StGXR8_Z5jdHi6B-myTV1StGXR8_Z5', firstTries: ['V1StGXR8_Z5jdHi6B-myTV1StGXR8_Z5'] },
  ],
  ['instants and numbers', { startedAt: '2026-03-02T09:00:00.000Z', total: 12.5, note: '' }],
  ["the app's own sentences", { text: 'No connection. Saved locally and will sync when back online.' }],
  ['the refusal of a deactivated session, which the app recognizes', { error: ACCOUNT_DEACTIVATED_ERROR }],
  ['paths of ids', { path: '/visits/0192f0aa-0000-7000-8000-000000000001?t=1795238351152&limit=25' }],
  ['the default names of boxes', { label: 'Box 4' }],
])('%s are kept', (_, value) => {
  expect(redacted(value)).toEqual(value);
});

test('a custom packaging keeps the word that decides its price', () => {
  expect(redacted({ packaging: 'big blue CASE' })).toEqual({ packaging: expect.stringMatching(/^case \w+$/) });
});
