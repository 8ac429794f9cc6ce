import type { Page } from '@playwright/test';
import { messages } from '../../../src/domain/messages';
import { paths } from '../../../src/paths';
import { expect, test } from '../../spec/specTest';
import { ADA, BO, NORTH } from '../fixture/fixtures';
import { colas } from '../fixture/lineFixtures';
import { readyForNoSignal } from '../rep/outbox';
import { rep } from '../rep/rep';

/** Everything that this device keeps for the app, store by store, as text. */
function dumpDevice(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const kept: Record<string, string> = {
      local: JSON.stringify(localStorage),
      session: JSON.stringify(sessionStorage),
    };
    const wait = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await wait(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        const all = await wait(db.transaction(store).objectStore(store).getAll());
        kept[`${name}/${store}`] = JSON.stringify(all);
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      kept[`files ${name}`] = requests.map((request) => request.url).join('\n');
    }
    return kept;
  });
}

const QUEUE = /^field-sales-queue\//;
const holding = (dump: Record<string, string>, text: string) =>
  Object.keys(dump).filter((name) => dump[name]?.includes(text));

test.use({ worker: true });

test('security 21: after a sign-out without a signal the device holds nothing of a person but their queue', async ({
  page,
  signal,
  fixture,
}) => {
  const note = 'only Ada knows this';
  const seen = await fixture.visit(NORTH, { boxes: [0], outcome: 'partial', note });
  const ada = rep(page);
  await ada.signIn(ADA);
  await page.goto(paths.visitDetails(seen._id));
  await expect(page.getByText(note)).toBeVisible();
  await readyForNoSignal(page);
  await signal.lose();
  await ada.deliver(NORTH.name, 'Box 2', colas(7));
  expect(holding(await dumpDevice(page), NORTH.name).length).toBeGreaterThan(0);

  await ada.pressLogout();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/login/);
  const left = await dumpDevice(page);
  expect(holding(left, note)).toEqual([]);
  expect([...holding(left, ADA.email), ...holding(left, NORTH.name)].filter((name) => !QUEUE.test(name))).toEqual([]);

  await signal.regain();
  await ada.signIn(BO);
  await expect(page.getByText(messages.checkingAuth)).toHaveCount(0);
  const asBo = await dumpDevice(page);
  expect([...holding(asBo, note), ...holding(asBo, ADA.email)].filter((name) => !QUEUE.test(name))).toEqual([]);
  expect(Object.keys(asBo).some((name) => QUEUE.test(name))).toBe(true);
});
