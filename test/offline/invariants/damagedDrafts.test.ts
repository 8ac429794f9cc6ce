// @vitest-environment node
import { expect, it } from 'vitest';
import { entriesDiscarded } from '../../../src/offline/actions';
import type { QueueMessage } from '../../../src/offline/tabs/queueChannel';
import { draftSaved } from '../../../src/state/draftsSlice';
import { aroundTab, aTab } from '../aTab';
import { anEntry } from '../anEntry';
import { damaged, garbled, oneOf, seeded } from '../damage';

const DRAFT_CASES = 300;
const MESSAGE_CASES = 2_400;
const SEED = 27;

const flushed = (store: Awaited<ReturnType<typeof aTab>>) =>
  store.dispatch((_dispatch, _getState, { flush }) => flush());

it(`27 a damaged draft takes no other one with it, and stays where it is (${DRAFT_CASES} cases)`, async () => {
  const random = seeded(SEED);
  const before = aroundTab();
  const forms = ['new delivery', 'edit delivery 7', 'submit visit 3'];
  const store = await aTab(before);
  for (const form of forms) {
    store.dispatch(draftSaved({ id: `write of ${form}`, form, value: { note: 'typed' }, savedAt: 5 }));
  }
  await flushed(store);
  const keys = ['persist:drafts', ...forms.map((form) => `draft:write of ${form}`)];
  for (let n = 0; n < DRAFT_CASES; n += 1) {
    const around = { ...aroundTab(), caches: new Map(before.caches) };
    const key = oneOf(random, keys);
    const text = before.caches.get(key) ?? '';
    const broken = random() < 0.5 ? garbled(text, random) : JSON.stringify(damaged(JSON.parse(text), random));
    around.caches.set(key, broken);
    const later = await aTab(around);
    later.dispatch(draftSaved({ id: 'another', form: 'new item', value: {}, savedAt: 6 }));
    // What the screens read of every draft, and what renames them.
    later.dispatch(entriesDiscarded({ ids: [] }));
    for (const draft of Object.values(later.getState().drafts)) expect(draft, broken).toBeTypeOf('object');
    await flushed(later);
    for (const form of forms) {
      const own = `draft:write of ${form}`;
      if (own === key) expect(around.caches.has(own), broken).toBe(true);
      else expect(later.getState().drafts, broken).toHaveProperty([`write of ${form}`, 'value'], { note: 'typed' });
    }
    for (const [id, { form }] of Object.entries(later.getState().drafts)) {
      if (id !== '_persist') expect(form, broken).toBeTypeOf('string');
    }
  }
});

it(`27 a damaged message of another tab changes nothing that a person sees but by what lies on disk (${MESSAGE_CASES} cases)`, async () => {
  const random = seeded(SEED);
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
  for (let n = 0; n < MESSAGE_CASES; n += 1) {
    const data = random() < 0.05 ? oneOf(random, raws) : damaged(oneOf(random, base), random);
    const what = `case ${n}: ${JSON.stringify(data)}`;
    around.messages.dispatchEvent(new MessageEvent('message', { data }));
    await around.clock.settle();
    const { entries, lastReplay, status } = store.getState().queue;
    expect(status, what).not.toBe('unreadable');
    expect(
      entries.every(({ id }) => id === 'e1'),
      what,
    ).toBe(true);
    expect(around.disk.records('entries'), what).toEqual([anEntry()]);
    const told = [lastReplay?.pushed, lastReplay?.refused, lastReplay?.remaining];
    expect(
      told.every((count) => count === undefined || (Number.isInteger(count) && count >= 0)),
      what,
    ).toBe(true);
  }
  around.messages.dispatchEvent(new MessageEvent('message', { data: { type: 'queueChanged', report: null } }));
  await around.clock.settle();
  expect(store.getState().queue.entries.map(({ id }) => id)).toEqual(['e1']);
});
