import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/server/db/database';
import { boxes, items, locations } from '../../../../src/server/db/schema';
import { type FileKind, importFile } from '../../../../src/server/import/importFile';
import { itemsFile } from '../../../../src/server/import/items';
import { storesFile } from '../../../../src/server/import/stores';
import { aBox, aLocation } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';
import { untilLocked } from '../../../support/server/untilLocked';

const server = await serverOfEachTest();
let admin: SignedIn;
beforeEach(async () => {
  admin = await server.signIn('admin');
});

const ITEMS = 'item_number,name,units_per_pack,price,price_per_pack\n10,Gin,6,2,12';
const STORES = 'store_number,name,boxes\n1,North,S M';

/** Imports a file while a transaction that has done `first` is open. */
async function importBeside(
  kind: 'items' | 'stores',
  content: string,
  first: (tx: Database) => Promise<unknown>,
): Promise<LightMyRequestResponse> {
  const { waiting } = await server.db.transaction(async (tx) => {
    await first(tx);
    const response = admin.post('/api/imports', { kind, content });
    await Promise.race([untilLocked(server.db), response]);
    return { waiting: response };
  });
  return waiting;
}

const runImport = <Row>(tx: Database, kind: FileKind<Row>, content: string) =>
  importFile(tx, kind, content, { clock: () => server.time.now, strict: true, onProgress: () => undefined });

describe('two imports at once', () => {
  it('add a new item once', async () => {
    const second = await importBeside('items', ITEMS, (tx) => runImport(tx, itemsFile, ITEMS));
    expect(second.json()).toMatchObject({ created: 0, updated: 1 });
    expect(await server.db.$count(items)).toBe(1);
  });

  it('add a new store once', async () => {
    const second = await importBeside('stores', STORES, (tx) => runImport(tx, storesFile, STORES));
    expect(second.json()).toMatchObject({ created: 0, updated: 1 });
    expect([await server.db.$count(locations), await server.db.$count(boxes)]).toEqual([1, 2]);
  });
});

describe('an import of stores beside', () => {
  const change = { version: 2, changedBy: null };

  it('an edit of a location gives it the version after that of the edit', async () => {
    const { id } = await aLocation(server.db, { storeNumber: '1' });
    await importBeside('stores', STORES, (tx) =>
      tx
        .update(locations)
        .set({ ...change, name: 'South' })
        .where(eq(locations.id, id)),
    );
    const [location] = await server.db.select().from(locations);
    expect(location).toMatchObject({ name: 'North', version: 3 });
  });

  it('an edit of a box gives it the version after that of the edit', async () => {
    const { id: locationId } = await aLocation(server.db, { storeNumber: '1' });
    const { id } = await aBox(server.db, { locationId, size: 'M' });
    await importBeside('stores', STORES, (tx) =>
      tx
        .update(boxes)
        .set({ ...change, size: 'XL' })
        .where(eq(boxes.id, id)),
    );
    const [box] = await server.db.select().from(boxes).where(eq(boxes.id, id));
    expect(box).toMatchObject({ size: 'S', version: 3 });
  });

  it('a new box changes that box and adds none at its position', async () => {
    const { id: locationId } = await aLocation(server.db, { storeNumber: '1', name: 'North' });
    await aBox(server.db, { locationId, size: 'S' });
    const response = await importBeside('stores', STORES, async (tx) => {
      await tx.select().from(locations).where(eq(locations.id, locationId)).for('no key update');
      await aBox(tx, { locationId, size: 'XL', position: 2 });
    });
    expect(response.statusCode).toBe(200);
    const found = await server.db.select().from(boxes).orderBy(boxes.position);
    expect(found.map(({ size, position }) => [size, position])).toEqual([
      ['S', 1],
      ['M', 2],
    ]);
  });
});
