// @vitest-environment node
import { expect, it } from 'vitest';
import {
  isOfVisit,
  pendingChanges,
  pendingDeliveries,
  pendingVisitChanges,
  pendingVisits,
} from '../../../src/offline/pending';
import { parseDelivery } from '../../../src/api/parsers/delivery';
import type { EntrySummary } from '../../../src/offline/entry';
import { serverIdsOf } from '../../../src/offline/localIds';
import { itemsCache } from '../../../src/state/slices/itemsCache';
import { withPendingEdit } from '../../../src/state/pending/pendingDeliveryViews';
import { aSummary } from '../../support/queue/anEntry';

const NO_ITEMS = itemsCache.getInitialState();
const lines = (quantity: number) => [{ item: 'i1', quantity, packaging: 'each' }];
const start = { call: 'startVisit', path: '/visits', creates: 'local-v', visitId: 'local-v', ts: 10 } as const;
const entries = [
  aSummary({ ...start, seq: 1, body: { location: 'L1', rep: 'r2' }, locationId: 'L1' }),
  aSummary({
    seq: 2,
    creates: 'local-d',
    visitId: 'local-v',
    ts: 20,
    body: { visit: 'local-v', location: 'L1', box: 'b1', repName: 'Ada', lines: lines(1) },
  }),
  aSummary({
    seq: 3,
    call: 'updateDelivery',
    method: 'PATCH',
    path: '/deliveries/local-d',
    visitId: 'local-v',
    body: { lines: lines(2) },
  }),
  aSummary({ seq: 4, creates: 'local-e', visitId: null, body: { location: 'L2', box: 'b9', lines: lines(9) } }),
];
const submit = aSummary({
  seq: 5,
  call: 'submitVisit',
  path: '/visits/local-v/submit',
  visitId: 'local-v',
  ts: 50,
  body: { outcome: 'partial', note: 'first' },
});
const edit = (note: string, state: 'waiting' | 'refused') =>
  aSummary(
    {
      id: `edit ${note}`,
      seq: 6,
      call: 'updateVisit',
      method: 'PATCH',
      path: '/visits/v1',
      visitId: 'v1',
      body: { note },
    },
    { state },
  );

it('a queued delivery comes with its queued edits', () => {
  const about = { box: 'b1', repName: 'Ada', lines: lines(1) };
  expect(pendingDeliveries(entries)).toMatchObject([
    {
      id: 'e2',
      creates: 'local-d',
      about,
      ts: 20,
      state: 'waiting',
      edits: [{ id: 'e3', about: { lines: lines(2) } }],
    },
    { id: 'e4', creates: 'local-e', visitId: null, about: { box: 'b9', lines: lines(9) }, edits: [] },
  ]);
});

it('the deliveries of a visit are found by its local and by its server’s id', () => {
  const serverIds = serverIdsOf([{ localId: 'local-v', serverId: 'v1' }]);
  const boxes = (visit: string) =>
    pendingDeliveries(entries, serverIds, isOfVisit(visit, serverIds)).map(({ about }) => about.box);
  expect([boxes('local-v'), boxes('v1'), boxes('v2'), boxes('')]).toEqual([['b1'], ['b1'], [], []]);
});

it('an edit is found by the delivery’s local and by its server’s id', () => {
  const editsOf = (id: string) =>
    pendingChanges(entries, { noun: 'delivery', id }, serverIdsOf([{ localId: 'local-d', serverId: 'd7' }]));
  expect([editsOf('local-d'), editsOf('d7'), editsOf('d8')]).toEqual([[entries[2]], [entries[2]], []]);
});

it('36 the form of a delivery corrects its first refused edit, else the newest, and shows the newest', () => {
  const editOf = (seq: number, state: 'waiting' | 'refused') =>
    aSummary(
      { seq, call: 'updateDelivery', method: 'PATCH', path: '/deliveries/d1', body: { lines: lines(seq) } },
      { state },
    );
  const pendingOf = (...states: ('waiting' | 'refused')[]) => {
    const edits = states.map((state, at) => editOf(at + 1, state));
    const { pending, lines } = withPendingEdit(parseDelivery({ _id: 'd1' }), edits, {}, NO_ITEMS);
    return [pending?.entryId, pending?.state, pending?.newestId, lines[0]?.quantity];
  };
  expect(pendingOf('waiting', 'waiting')).toEqual(['e2', 'waiting', 'e2', 2]);
  expect(pendingOf('waiting', 'refused', 'refused', 'waiting')).toEqual(['e2', 'refused', 'e4', 4]);
});

it('a queued change of another part of a delivery leaves its lines and its total', () => {
  const line = { item: { _id: 'i1' }, quantity: 2, packaging: 'each', unitPrice: 1.5, lineTotal: 3 };
  const delivery = parseDelivery({ _id: 'd1', lines: [line], total: 3 });
  const change = aSummary({ call: 'updateDelivery', method: 'PATCH', path: '/deliveries/d1/box', body: { box: 'b2' } });
  expect(withPendingEdit(delivery, [change], {}, NO_ITEMS)).toMatchObject({
    total: 3,
    lines: delivery.lines,
    pending: { entryId: change.id },
  });
});

it('the newest value of each field counts, and one refused change marks the whole as refused', () => {
  const refused = edit('second', 'refused');
  const third = edit('third', 'waiting');
  const changes = pendingVisitChanges(
    [...entries, submit, refused, third],
    'v1',
    serverIdsOf([{ localId: 'local-v', serverId: 'v1' }]),
  );
  expect(changes).toEqual({
    submittedTs: 50,
    outcome: 'partial',
    note: 'third',
    entry: refused,
    newest: third,
  });
});

it('a visit without queued changes has nothing pending', () => {
  expect(pendingVisitChanges(entries, 'v9')).toEqual({
    submittedTs: null,
    outcome: null,
    note: null,
    entry: null,
    newest: null,
  });
});

it('a visit started on this device shows at once, with its queued changes', () => {
  expect(pendingVisits([...entries, submit])).toEqual([entries[0]]);
  expect(pendingVisitChanges([...entries, submit], 'local-v')).toMatchObject({ submittedTs: 50, note: 'first' });
});

it('the reads per entry do not grow with the length of the queue', () => {
  let looks = 0;
  const counted = (entry: EntrySummary): EntrySummary =>
    Object.defineProperty({ ...entry }, 'call', {
      get() {
        looks += 1;
        return entry.call;
      },
    });
  const many = Array.from({ length: 300 }, (_, at) => [
    counted(aSummary({ ...start, id: `v${at}`, creates: `local-v${at}`, visitId: `local-v${at}` })),
    counted(aSummary({ id: `d${at}`, creates: `local-d${at}`, visitId: `local-v${at}` })),
  ]).flat();
  expect([pendingDeliveries(many).length, pendingVisits(many).length]).toEqual([300, 300]);
  for (const { id } of many) pendingVisitChanges(many, id);
  expect(looks).toBeLessThan(10 * many.length);
});

it('a refused submit leaves the visit open', () => {
  const refused = { ...submit, state: 'refused' } as const;
  expect(pendingVisitChanges([...entries, refused], 'local-v')).toEqual({
    submittedTs: null,
    outcome: null,
    note: null,
    entry: refused,
    newest: refused,
  });
});
