// @vitest-environment node
import { expect, it } from 'vitest';
import { createCountKeeper, missingEntries } from '../../src/offline/countKeeper';

function storage(initial: string | null = null) {
  let kept = initial;
  return {
    getItem: () => kept,
    setItem: (_key: string, value: string) => {
      kept = value;
    },
  };
}

it('keeps the count until the next one', () => {
  const keeper = createCountKeeper(storage());
  expect(keeper.read()).toBeNull();
  keeper.write({ count: 3, rev: 7 });
  expect(keeper.read()).toEqual({ count: 3, rev: 7 });
});

it.each(['', '{', '3', 'null', '{"count":1}', '{"count":"1","rev":2}'])('claims nothing from %j', (text) => {
  expect(createCountKeeper(storage(text)).read()).toBeNull();
});

it('claims nothing where the storage is forbidden or full', () => {
  const forbidden = () => {
    throw new DOMException('Forbidden', 'SecurityError');
  };
  const keeper = createCountKeeper({ getItem: forbidden, setItem: forbidden });
  keeper.write({ count: 1, rev: 1 });
  expect(keeper.read()).toBeNull();
});

it.each([
  ['nothing was kept', null, { count: 0, rev: 0 }, 0],
  ['the disk is newer than the count', { count: 5, rev: 8 }, { count: 1, rev: 9 }, 0],
  ['both agree', { count: 5, rev: 8 }, { count: 5, rev: 8 }, 0],
  ['the disk has more', { count: 1, rev: 8 }, { count: 2, rev: 8 }, 0],
  ['entries vanished', { count: 5, rev: 8 }, { count: 2, rev: 8 }, 3],
  ['the whole database vanished', { count: 5, rev: 8 }, { count: 0, rev: 0 }, 5],
])('%s', (_what, kept, disk, missing) => {
  expect(missingEntries(kept, disk)).toBe(missing);
});
