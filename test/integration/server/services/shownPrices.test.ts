import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Delivery } from '../../../../src/contract/deliveries';
import type { Item } from '../../../../src/contract/items';
import { importFile } from '../../../../src/server/import/importFile';
import { itemsFile } from '../../../../src/server/import/items';
import { aStockedLocation, deliveryBody } from '../../../support/server/aStockedLocation';
import { anItem } from '../../../support/server/builders';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

/**
 * Invariant 32 for any history: whatever item list a form showed, the delivery is recorded with the prices of that
 * list, however the prices changed before, meanwhile and after, to the millisecond.
 */
const server = await serverOfEachTest();

const nth = fc.nat({ max: 30 });
const ITEMS = 3;
const lines = fc.array(
  fc.record({ item: fc.nat({ max: ITEMS - 1 }), packaging: fc.constantFrom('each', 'each', 'case') }),
  { minLength: 1, maxLength: 5 },
);
/** Which of the lists seen so far, and by which of its two headers; `null`: none is named, so now. */
const shown = fc.option(fc.record({ list: nth, by: fc.constantFrom('prices-as-of' as const, 'date' as const) }));
const change = fc.array(fc.record({ item: fc.nat({ max: ITEMS - 1 }), cents: fc.integer({ min: 0, max: 99_999 }) }), {
  minLength: 1,
  maxLength: ITEMS,
});
const steps = fc.oneof(
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 250, 999, 1_000, 43_200_000) }),
  fc.record({ do: fc.constant('look' as const) }),
  fc.record({ do: fc.constant('import' as const), change }),
  fc.record({ do: fc.constant('deliver' as const), shown, lines }),
  fc.record({ do: fc.constant('edit' as const), delivery: nth, shown, lines }),
  fc.record({ do: fc.constant('at once' as const), change, shown, lines }),
);
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;
type Line = { item: string; packaging: string };

async function play(story: readonly Step[]): Promise<void> {
  const rep = await server.signIn('rep');
  const store = await aStockedLocation(server.db);
  const goods: { id: string }[] = [];
  for (let made = 0; made < ITEMS; made += 1) goods.push(await anItem(server.db, { sku: `${made}` }));
  const look = async () => {
    const response = await rep.get('/api/items');
    const date = new Date(String(response.headers.date)).toISOString();
    const asOf = String(response.headers['prices-as-of']);
    return { items: response.json() as Item[], 'prices-as-of': asOf, date };
  };
  type List = Awaited<ReturnType<typeof look>>;
  const lists: List[] = [await look()];
  const recorded = new Map<string, (Line & { price: number })[]>();

  const listOf = async (named: (Step & { do: 'deliver' })['shown']) => {
    const list = named && lists[named.list % lists.length];
    return list ? { list, headers: { 'Prices-As-Of': list[named.by] } } : { list: await look(), headers: {} };
  };
  const onList = ({ items }: List, { item, packaging }: Line) => {
    const { price, pricePerPack } = items.find(({ _id }) => _id === item) ?? {};
    return (packaging === 'case' ? (pricePerPack ?? price) : (price ?? pricePerPack)) ?? Number.NaN;
  };
  const linesOf = (drafts: (Step & { do: 'deliver' })['lines']) =>
    drafts.map(({ item, packaging }) => ({ item: goods[item]?.id ?? '', packaging, quantity: 1 }));
  const importPrices = (changes: (Step & { do: 'import' })['change']) => {
    const prices = new Map(changes.map(({ item, cents }) => [item, cents]));
    const rows = [...prices].map(([item, cents]) => `${item},Cola,12,${cents / 100},`);
    const file = ['item_number,name,units_per_pack,price,price_per_pack', ...rows].join('\n');
    const options = { clock: () => server.time.now, strict: true, onProgress: () => undefined };
    return importFile(server.db, itemsFile, file, options);
  };
  const deliver = async (step: Pick<Step & { do: 'deliver' }, 'shown' | 'lines'>) => {
    const { list, headers } = await listOf(step.shown);
    const drafts = linesOf(step.lines);
    const response = await rep.post('/api/deliveries', { ...deliveryBody(store, 0), lines: drafts }, headers);
    const { _id, lines: made } = response.json() as Delivery;
    expect(made.map(({ unitPrice }) => unitPrice)).toEqual(drafts.map((line) => onList(list, line)));
    recorded.set(
      _id,
      drafts.map((line) => ({ ...line, price: onList(list, line) })),
    );
  };
  const edit = async (step: Step & { do: 'edit' }) => {
    const [id, before] = [...recorded][step.delivery % recorded.size] ?? [];
    if (id === undefined || before === undefined) return;
    const { list, headers } = await listOf(step.shown);
    const drafts = linesOf(step.lines);
    const isLike = (a: Line) => (b: Line) => a.item === b.item && a.packaging === b.packaging;
    const after = drafts.map((line, index) => {
      const earlier = drafts.slice(0, index).filter(isLike(line)).length;
      return { ...line, price: before.filter(isLike(line))[earlier]?.price ?? onList(list, line) };
    });
    const response = await rep.patch(`/api/deliveries/${id}`, { lines: drafts }, headers);
    expect((response.json() as Delivery).lines.map((line) => line.unitPrice)).toEqual(after.map(({ price }) => price));
    recorded.set(id, after);
  };

  for (const step of story) {
    if (step.do === 'wait') server.time.now = new Date(server.time.now.getTime() + step.ms);
    else if (step.do === 'look') lists.push(await look());
    else if (step.do === 'import') await importPrices(step.change);
    else if (step.do === 'deliver') await deliver(step);
    else if (step.do === 'edit') await edit(step);
    else {
      const [seen] = await Promise.all([look(), importPrices(step.change), deliver(step), deliver(step)]);
      lists.push(seen);
    }
  }

  for (const [id, made] of recorded) {
    const { lines: now, total } = (await rep.get(`/api/deliveries/${id}`)).json() as Delivery;
    expect(now.map(({ unitPrice }) => unitPrice)).toEqual(made.map(({ price }) => price));
    expect(Math.round(total * 100)).toBe(made.reduce((sum, { price }) => sum + Math.round(price * 100), 0));
  }
}

it('a delivery has the prices of the item list that its form showed, whatever changes since', async () => {
  const story = fc.array(steps, { minLength: 10, maxLength: 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(story, async (done) => {
      await server.reset();
      await play(done);
    }),
    { numRuns: process.env.FULL === '1' ? 100 : 8 },
  );
});
