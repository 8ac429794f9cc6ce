import { paths } from '../../src/paths';
import { importFolder } from '../../src/server/import/importFolder';
import { CLEO } from '../browser/fixture/fixtures';
import { IOWA_DAY_FOLDER, readDay } from '../tools/replayDay/dayOnFile';
import { fact } from './assertions';
import { expect, test } from './specTest';

/**
 * test/integration/server/iowaDay.test.ts compares every response and file of the day; this test, what a person sees.
 */
test('the real day of Iowa: the dashboard and the list show the sums of its file', { tag: '@full' }, async ({
  page,
  signedIn,
  server,
}) => {
  const { figures } = readDay();
  const options = { sales: true, strict: false, clock: () => new Date(), onProgress: () => undefined };
  await importFolder(server.db, IOWA_DAY_FOLDER, options);
  const total = (figures.totalCents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  const range = 'from=2012-01-31&to=2012-01-31';
  await signedIn(CLEO);
  await page.goto(`${paths.dashboard()}?${range}`);
  await expect(fact(page, 'Total')).toHaveText(total);
  await expect(fact(page, 'Visits')).toHaveText(figures.visits.toLocaleString('en-US'));
  await page.getByText('Top Items as a table').click();
  const rows = page.getByRole('table', { name: 'Top Items' }).getByRole('row');
  await expect(rows).toHaveCount(11);
  for (const [at, { quantity }] of figures.topItems.entries()) {
    await expect(
      rows
        .nth(at + 1)
        .getByRole('cell')
        .first(),
    ).toHaveText(String(quantity));
  }
  await page.getByText('Visit Outcomes as a table').click();
  const outcomes = page.getByRole('table', { name: 'Visit Outcomes' }).getByRole('cell');
  const sumOfOutcomes = async () => (await outcomes.allInnerTexts()).reduce((sum, count) => sum + Number(count), 0);
  await expect.poll(sumOfOutcomes).toBe(figures.visits);

  await page.goto(`${paths.deliveries()}?${range}&limit=100`);
  let cents = 0;
  for (let last = false; !last; ) {
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const shown = await page.getByText(/^Total on page/).innerText();
    cents += Math.round(Number(shown.replace(/[^\d.]/g, '')) * 100);
    const next = page.getByRole('button', { name: 'Next' });
    last = await next.isDisabled();
    if (!last) {
      const at = Number(new URL(page.url()).searchParams.get('page') ?? 1);
      await next.click();
      await expect(page.getByText(`Page ${at + 1}`, { exact: true })).toBeVisible();
    }
  }
  expect(cents).toBe(figures.totalCents);
});
