import { paths } from '../../src/paths';
import { expectOnDisk } from '../browser/device/cacheRecords';
import { ADA, CLEO, COLA, NORTH, SOUTH } from '../browser/fixture/fixtures';
import { faults, refusal } from '../browser/proxy/faults';
import { ofCall } from '../browser/proxy/seenRequests';
import { expectColour, expectRedText, openInApp } from './assertions';
import { expect, proves, test } from './specTest';

/** The catalogue of spec §8 for what is read: each error provoked and read on the screen, in its place, in red. */

/** A refusal that says nothing: the app's own words are all there is. */
const silent = (status: number) => ({ kind: 'response', status, contentType: 'text/plain', body: '' }) as const;

test('§8 items and locations', async ({ page, signedIn, network }) => {
  await signedIn(CLEO);
  const items = network.meet(ofCall('listItems'), silent(503));
  const locations = network.meet(ofCall('listLocations'), silent(500));
  await page.goto(paths.items());
  await proves(['S8.5', 'S8.1'], async () => {
    await expectRedText(page, 'Failed to load items (503)');
    await expect(page.getByRole('table')).toHaveCount(0);
  });
  await proves('S8.4', async () => {
    items.remove();
    const dropped = network.meet(ofCall('listItems'), faults.dropBefore);
    await openInApp(page, paths.locations());
    await openInApp(page, paths.items());
    await expectRedText(page, 'Failed to load items');
    dropped.remove();
  });
  await proves('S8.7', async () => {
    await openInApp(page, paths.locations());
    await expectRedText(page, 'Failed to load locations');
    await expect(page.getByRole('article')).toHaveCount(0);
  });
  await proves(['S8.6', 'S7.items.2', 'S7.locations.2'], async () => {
    locations.remove();
    await page.reload();
    await expect(page.getByRole('article')).toHaveCount(3);
    await openInApp(page, paths.items());
    await expect(page.getByRole('row').filter({ hasText: COLA.name })).toBeVisible();
    network.meet(ofCall('listItems', 'listLocations'), silent(500));
    await openInApp(page, paths.locations());
    await expect(page.getByText(/saved/i).first()).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(3);
    await openInApp(page, paths.items());
    await expectRedText(page, 'Failed to load items (500)');
    await expect(page.getByRole('row').filter({ hasText: COLA.name })).toBeVisible();
  });
  await proves('S7.boxes.2', async () => {
    const north = page.getByRole('article', { name: NORTH.name });
    await openInApp(page, paths.locations());
    await north.getByRole('link', { name: 'View Boxes' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Box 4' })).toBeVisible();
    await expectOnDisk(page, 'boxesCache', 'Box 4');
    network.meet(ofCall('listBoxes'), silent(500));
    await page.reload();
    await expect(page.getByText(/saved/i).first()).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Box 4' })).toBeVisible();
  });
});

test('§8 deliveries', async ({ page, signedIn, network, fixture }) => {
  const delivery = await fixture.delivery(NORTH);
  await signedIn(ADA);
  await page.goto(paths.locations());
  const broken = network.meet(ofCall('listDeliveries', 'getDelivery'), faults.dropBefore);
  await proves('S8.8', async () => {
    await openInApp(page, paths.deliveries());
    await expectRedText(page, 'Failed to fetch deliveries');
    await expect(page.getByRole('table')).toHaveCount(0);
  });
  await proves('S8.10', async () => {
    await openInApp(page, paths.delivery(delivery._id));
    await expectRedText(page, 'Failed to load delivery');
    await expect(page.getByRole('table')).toHaveCount(0);
  });
  broken.remove();
  await proves('S8.11', async () => {
    network.meet(ofCall('getDelivery'), silent(500));
    await page.reload();
    await expectRedText(page, 'Failed to load delivery (500)');
    await openInApp(page, paths.delivery('nowhere'));
    await expectRedText(page, 'Failed to load delivery (500)');
  });
  await proves(['S8.9', 'S8.2'], async () => {
    const refused = network.meet(ofCall('listDeliveries'), silent(418));
    await openInApp(page, paths.deliveries());
    await expectRedText(page, 'Failed to load deliveries');
    await expect(page.getByText('Request failed: 418', { exact: true })).toBeVisible();
    refused.remove();
    network.meet(ofCall('listDeliveries'), refusal(503, 'The list is being counted.'));
    await page.reload();
    await expectRedText(page, 'Failed to load deliveries');
    await expect(page.getByText('The list is being counted.', { exact: true })).toBeVisible();
    await expect(page.getByText(/Request failed/)).toHaveCount(0);
  });
});

test('§8 visits', async ({ page, signedIn, network, fixture }) => {
  const visit = await fixture.visit(SOUTH, { boxes: [0] });
  await fixture.visit(NORTH, { outcome: 'skipped' });
  await signedIn(ADA);
  const lists = network.meet(ofCall('listVisits'), silent(500));
  await page.goto(paths.locations());
  await proves(['S8.16', 'S8.17'], async () => {
    const card = page.getByRole('article', { name: NORTH.name });
    await expect(card.getByText('Failed to load recent visits', { exact: true })).toBeVisible();
    await expectColour(card.getByText('Failed to load recent visits'), 'red');
    await expect(card.getByRole('listitem')).toHaveCount(0);
    await expect(card.getByText('skipped')).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveCount(3);
  });
  lists.remove();
  await proves('S8.18', async () => {
    const broken = network.meet(ofCall('getVisit'), silent(500));
    await openInApp(page, paths.visit(visit._id));
    await expectRedText(page, 'Failed to load visit');
    await expect(page.getByRole('radio')).toHaveCount(0);
    broken.remove();
  });
  await proves('S8.19', async () => {
    await openInApp(page, paths.visit('no-such-visit'));
    await expectRedText(page, 'Visit not found');
  });
  await proves('S8.20', async () => {
    const nothing = { kind: 'response', status: 200, contentType: 'application/json', body: '{"visit":null}' } as const;
    const rule = network.meet(ofCall('getVisit'), nothing);
    await openInApp(page, paths.visitDetails(visit._id));
    await expectRedText(page, 'not found');
    rule.remove();
  });
  await proves(['S8.21', 'S8.23', 'T3.1'], async () => {
    network.meet(ofCall('listDeliveries'), silent(500));
    await openInApp(page, paths.visit(visit._id));
    await expectRedText(page, 'Failed to load visit deliveries');
    await expect(page.getByText('not filled')).toHaveCount(3);
    await expect(page.getByRole('link', { name: 'Refill this box' })).toHaveCount(3);
    await expect(page.getByRole('radio', { name: 'completed' })).toBeDisabled();
  });
  await proves('S8.22', async () => {
    await openInApp(page, paths.visitDetails(visit._id));
    await expectRedText(page, 'Failed to load deliveries for visit');
    await expect(page.getByRole('table')).toHaveCount(0);
  });
});

test('§8 dashboard', async ({ page, signedIn, network }) => {
  await signedIn(ADA);
  network.meet(ofCall('getItemsUsage', 'getRepProductivity', 'getOutcomes'), silent(500));
  await page.goto(paths.dashboard());
  await proves('S8.24', () => expectRedText(page, 'Failed to load items usage'));
  await proves('S8.25', () => expectRedText(page, 'Failed to load rep productivity'));
  await proves('S8.26', () => expectRedText(page, 'Failed to load outcomes data'));
});
