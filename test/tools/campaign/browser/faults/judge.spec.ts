import { deliveries, deliveryLines } from '../../../../../src/server/db/schema';
import { newId } from '../../../../../src/server/db/newId';
import { ENTRIES, expect, test } from '../campaignTest';

test('0: the judge finds an entry that is gone and a delivery that stands twice', { tag: '@short' }, async ({
  ada,
  campaign,
  server,
  signal,
}) => {
  await campaign.waiting();
  await ada.page.evaluate(async () => {
    const open = indexedDB.open('field-sales-queue');
    const database = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result);
    });
    const tx = database.transaction('entries', 'readwrite');
    tx.objectStore('entries').delete('waiting-entry-1');
    await new Promise((resolve) => {
      tx.oncomplete = resolve;
    });
    database.close();
  });
  await ada.page.reload();
  await signal.regain();
  const recorded = async () => (await server.db.select().from(deliveries)).length;
  await expect.poll(recorded, { timeout: 120_000 }).toBe(ENTRIES - 1);
  const [delivery] = await server.db.select().from(deliveries);
  if (!delivery) throw new Error('Nothing was recorded');
  const twin = newId();
  const lines = (await server.db.select().from(deliveryLines)).filter((one) => one.deliveryId === delivery.id);
  await server.db.insert(deliveries).values({ ...delivery, id: twin });
  await server.db.insert(deliveryLines).values(lines.map((one) => ({ ...one, id: newId(), deliveryId: twin })));
  await expect(campaign.judge({ page: ada.page, fired: 1 })).rejects.toThrow(/lost[^]*doubled|doubled[^]*lost/);
});
