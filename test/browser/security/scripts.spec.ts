import { paths } from '../../../src/paths';
import { allScreens } from '../../spec/allScreens';
import { expect, test } from '../../spec/specTest';
import { CLEO } from '../fixture/fixtures';
import { fillWithPayloads } from './maliciousData';
import { PAYLOADS } from './payloads';
import { hasRun, hoverCharts, look, payloadsIn, watchViolations } from './watch';

test(`security 18: ${PAYLOADS.length} payloads in every name, label, address and note run nowhere`, async ({
  page,
  server,
  fixture,
  signedIn,
}) => {
  const violations = await watchViolations(page);
  const screens = await allScreens(fixture);
  const evil = await fillWithPayloads(server);
  await signedIn(CLEO);
  const own = [
    paths.delivery(evil.delivery),
    paths.editDelivery(evil.delivery),
    paths.visitDetails(evil.visit),
    paths.visit(evil.visit),
    paths.editVisit(evil.visit),
    paths.printVisit(evil.visit),
    paths.user(evil.user),
    paths.editEntry('items', evil.item),
    paths.editEntry('locations', evil.location),
    paths.editEntry('boxes', evil.box),
    paths.manage('locations'),
    paths.audit(),
    paths.sync(),
  ];
  for (const { url } of screens) await look(page, url);
  for (const url of own) {
    await look(page, url);
    await expect.poll(() => payloadsIn(page), url).toBeGreaterThan(0);
  }
  await page.goto(paths.visitDetails(evil.visit));
  await expect(page.getByText(PAYLOADS[4] ?? '').first()).toBeVisible();
  await hoverCharts(page);
  expect(await hasRun(page)).toBe(false);
  expect(violations).toEqual([]);
});

test('security 18: payloads in what the server refuses with run nowhere', async ({ page, signedIn, fixture }) => {
  const violations = await watchViolations(page);
  const screens = await allScreens(fixture);
  await signedIn(CLEO);
  await page.goto(paths.dashboard());
  await page.route(/\/api\/(?!auth|health)/, (route) =>
    route.fulfill({ status: 500, json: { error: PAYLOADS.join(' ') } }),
  );
  for (const { url } of screens) await look(page, url);
  await page.goto(paths.newItem());
  await page.getByLabel('Name').fill('x');
  await page.getByLabel('Price per pack').fill('1');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('alert').first()).toContainText(PAYLOADS[0] ?? '');
  expect(await hasRun(page)).toBe(false);
  expect(violations).toEqual([]);
});
