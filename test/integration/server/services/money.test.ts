import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Delivery } from '../../../../src/contract/deliveries';
import { aStockedLocation, deliveryBody } from '../../../support/server/aStockedLocation';
import { anItem } from '../../../support/server/builders';
import { serverOfFile } from '../../../support/server/serverOfFile';

const server = await serverOfFile();

/** Hundredths times cents, rounded half up to a cent, in whole numbers of any size. */
const lineCents = (hundredths: number, cents: number) => Number((BigInt(hundredths) * BigInt(cents) + 50n) / 100n);
const centsOf = (dollars: number) => Number(dollars.toFixed(2).replace('.', ''));

const lineArbitrary = fc.record({
  hundredths: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 10_000_000 })),
  packCents: fc.oneof(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 0, max: 100_000_000 })),
});

it('amounts are exact to the cent for any quantities and prices, in the delivery and in the report', async () => {
  const rep = await server.signIn('rep');
  const store = await aStockedLocation(server.db);
  let sum = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(lineArbitrary, { minLength: 1, maxLength: 8 }), async (drafts) => {
      const lines: object[] = [];
      for (const { hundredths, packCents } of drafts) {
        const item = await anItem(server.db, { pricePerPackCents: packCents });
        lines.push({ item: item.id, quantity: hundredths / 100, packaging: 'case' });
      }
      const response = await rep.post('/api/deliveries', { ...deliveryBody(store, 0), lines });
      const delivery = response.json() as Delivery;
      const expected = drafts.map(({ hundredths, packCents }) => lineCents(hundredths, packCents));
      const total = expected.reduce((cents, line) => cents + line, 0);
      expect(delivery.lines.map((line) => centsOf(line.lineTotal))).toEqual(expected);
      expect(centsOf(delivery.total)).toBe(total);
      sum += total;
      const [report] = (await rep.get('/api/reports/rep-productivity')).json();
      expect(centsOf(report.total)).toBe(sum);
    }),
    { numRuns: 60 },
  );
});
