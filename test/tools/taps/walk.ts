import type { Page } from '@playwright/test';
import { paths } from '../../../src/paths';
import { BOXES, LINES } from './madeLocation';
import { createTapCounter } from './tapCounter';

/** How the lines of a box come about. */
export type Way = 'as last time' | 'a quarter changed' | 'without history';

/** How many of an item a location without history gets. */
const QUANTITY = '2';

/** Opens the dashboard of a device that has all that a day without a signal needs. */
export async function openReady(page: Page): Promise<void> {
  // The worker has the whole app, and the device the history of every location, before the signal is lost.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(paths.dashboard());
  await page.getByRole('link', { name: 'Go to locations', exact: true }).waitFor();
  const ready = page.getByText('Ready offline').first();
  await ready.click();
  await page.getByText(/^What was taken last is here for (\d+) of \1 locations?\.$/).waitFor();
  await ready.click();
}

/** From the dashboard to the submitted visit, as a rep would walk it on a phone. */
export async function walkVisit(page: Page, store: string, way: Way, offline: boolean) {
  const { tap, cost } = createTapCounter(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });

  if (offline) await page.context().setOffline(true);
  await tap(link('Go to locations'), 'Go to locations');
  const card = page.getByRole('article', { name: store });
  await tap(card.getByRole('button', { name: 'Start / Continue Visit' }), 'Start / Continue Visit');
  for (let box = 0; box < BOXES; box += 1) {
    await tap(link('Refill this box').first(), 'Refill this box');
    const lines = page.getByRole('table', { name: 'Lines' });
    if (way === 'without history') {
      const rows = page.getByRole('list', { name: 'Items' }).getByRole('button');
      await rows.first().waitFor();
      const names = await rows.evaluateAll((all) => all.map((row) => row.querySelector('span')?.textContent ?? ''));
      for (const name of names.slice(0, LINES)) {
        const quantity = lines.getByRole('textbox', { name: `${name} quantity`, exact: true });
        do await tap(rows.and(button(name)), `the row of ${name}`);
        while ((await quantity.inputValue()) !== QUANTITY);
      }
    } else {
      await tap(button('Same as last time'), 'Same as last time');
      if (way === 'a quarter changed') await tap(lines.getByRole('button', { name: 'One more' }).nth(1), 'One more');
    }
    await tap(button('Submit box'), 'Submit box');
    const refilled = page.getByText(`${box + 1} of ${BOXES} boxes refilled`);
    // A change that is saved on the device leads to the dashboard (spec §2), also when the server is slow.
    await refilled.or(link('Back to visit')).first().waitFor();
    if (await link('Back to visit').isVisible()) await tap(link('Back to visit'), 'Back to visit');
    await refilled.waitFor();
  }
  await tap(button('Submit Visit'), 'Submit Visit');
  await page.waitForURL((url) => url.searchParams.has('done') || url.searchParams.has('queued'));
  await page.context().setOffline(false);
  return cost;
}
