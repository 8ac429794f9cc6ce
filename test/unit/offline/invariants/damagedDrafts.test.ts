// @vitest-environment node
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import type { QueueMessage } from '../../../../src/offline/tabs/queueChannel';
import { draftSaved } from '../../../../src/state/slices/draftsSlice';
import { aroundTab, aTab } from '../../../support/queue/aTab';
import { anEntry } from '../../../support/queue/anEntry';
import { collectBroken, damaged, garbled, oneOf } from '../../../support/queue/damage';
import { randomFrom } from '../../../support/random';

const DRAFT_CASES = 300;
const MESSAGE_CASES = 2_400;
const SEED = 27;

const flushed = (store: Awaited<ReturnType<typeof aTab>>) =>
  store.dispatch((_dispatch, _getState, { flush }) => flush());

it(`27 a damaged draft affects no other draft, and stays stored (${DRAFT_CASES} cases)`, async () => {
  const random = randomFrom(SEED);
  const before = aroundTab();
  const forms = ['new delivery', 'edit delivery 7', 'submit visit 3'];
  const store = await aTab(before);
  for (const form of forms) {
    store.dispatch(draftSaved({ id: `write of ${form}`, form, value: { note: 'typed' }, savedAt: 5 }));
  }
  await flushed(store);
  const keys = ['persist:drafts', ...forms.map((form) => `draft:write of ${form}`)];
  const { broken: failed, claim } = collectBroken();
  for (let n = 0; n < DRAFT_CASES; n += 1) {
    const around = { ...aroundTab(), caches: new Map(before.caches) };
    const key = oneOf(random, keys);
    const text = before.caches.get(key) ?? '';
    const broken = random.next() < 0.5 ? garbled(text, random) : JSON.stringify(damaged(JSON.parse(text), random));
    around.caches.set(key, broken);
    const later = await aTab(around);
    later.dispatch(draftSaved({ id: 'another', form: 'new item', value: {}, savedAt: 6 }));
    await flushed(later);
    const { drafts } = later.getState();
    for (const form of forms) {
      const id = `write of ${form}`;
      const isDamaged = key === `draft:${id}`;
      const isThere = isDamaged ? around.caches.has(key) : isDeepStrictEqual(drafts[id]?.value, { note: 'typed' });
      claim(isThere, `${key} as ${broken} took ${form} with it`);
    }
    const own = Object.entries(drafts).filter(([id]) => id !== '_persist');
    // What the screens do with every draft.
    const isReadable = own.every(([, draft]) => typeof draft.form.replace('a', 'b') === 'string');
    claim(isReadable, `${key} as ${broken} stands among the drafts`);
  }
  expect(failed).toEqual([]);
});

it(`27 a damaged message of another tab changes the screen only to what is on the disk (${MESSAGE_CASES} cases)`, async () => {
  const random = randomFrom(SEED);
  const around = aroundTab();
  const store = await aTab(around);
  around.disk.durable.get('entries')?.set('e1', anEntry());
  const report = { userId: 'ann', pushed: 2, refused: 1, remaining: 3, ended: 'finished', retryAfterMs: 30, at: 9 };
  const base: QueueMessage[] = [
    { type: 'queueChanged', report: null },
    { type: 'queueChanged', report: { ...report, ended: 'finished' } },
    { type: 'replaying', report: null },
  ];
  const raws = [null, undefined, 7, 'queueChanged', [], new Map(), [{ type: 'queueChanged' }]];
  const { broken, claim } = collectBroken();
  for (let n = 0; n < MESSAGE_CASES; n += 1) {
    const data = random.next() < 0.05 ? oneOf(random, raws) : damaged(oneOf(random, base), random);
    const what = `case ${n}: ${JSON.stringify(data)}`;
    around.messages.dispatchEvent(new MessageEvent('message', { data }));
    await around.clock.settle();
    const { entries, lastReplay, status } = store.getState().queue;
    claim(status !== 'unreadable', `${what} hides the queue`);
    claim(
      entries.every(({ id }) => id === 'e1'),
      `${what} shows what is not there`,
    );
    claim(isDeepStrictEqual(around.disk.records('entries'), [anEntry()]), `${what} changes the disk`);
    const reported = [lastReplay?.pushed ?? 0, lastReplay?.refused ?? 0, lastReplay?.remaining ?? 0];
    claim(
      reported.every((count) => Number.isInteger(count) && count >= 0),
      `${what} tells of ${reported.join()} changes`,
    );
  }
  expect(broken).toEqual([]);
  around.messages.dispatchEvent(new MessageEvent('message', { data: { type: 'queueChanged', report: null } }));
  await around.clock.settle();
  expect(store.getState().queue.entries.map(({ id }) => id)).toEqual(['e1']);
});
