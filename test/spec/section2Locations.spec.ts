import { messages } from '../../src/domain/messages';
import { paths } from '../../src/paths';
import { ADA, BO, CLEO, EAST, NORTH, SOUTH } from '../browser/fixture/fixtures';
import { ofCall } from '../browser/proxy/seenRequests';
import { expectAddress, expectColour, expectColumns, openInApp } from './assertions';
import { expect, proves, test } from './specTest';

const DAY_MS = 86_400_000;

test('§2 locations', async ({ page, signedIn, fixture, network }) => {
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  await fixture.visit(NORTH, { outcome: 'skipped', note: 'the oldest', at: ago(4) });
  await fixture.visit(NORTH, { by: BO, outcome: 'no_access', note: 'nobody there', at: ago(2) });
  await fixture.visit(NORTH, { boxes: [0], outcome: 'partial', note: 'one box only', at: ago(1) });
  await signedIn(ADA);
  await page.goto(paths.locations());
  const card = page.getByRole('article', { name: NORTH.name });
  await proves(['S2.locations.2', 'S9.9', 'S7.visits.6'], async () => {
    await expect(page.getByRole('article')).toHaveCount(3);
    await expect(card).toContainText(`${NORTH.street}, Ames, IA 50010`);
    const visits = card.getByRole('listitem');
    await expect(visits).toHaveCount(2);
    await expect(visits.nth(0)).toContainText('Yesterday');
    await expect(visits.nth(0)).toContainText(ADA.name);
    await expect(visits.nth(0)).toContainText('one box only');
    await expectColour(visits.nth(0).getByText('partial', { exact: true }), 'amber');
    await expect(visits.nth(1)).toContainText(BO.name);
    await expect(visits.nth(1)).toContainText('nobody there');
    await expectColour(visits.nth(1).getByText('no access', { exact: true }), 'brown');
    await card.getByRole('link', { name: 'View Boxes' }).click();
    await expectAddress(page, paths.boxes(fixture.locationId(NORTH)));
    await page.goBack();
    await card.getByRole('button', { name: 'Start / Continue Visit' }).click();
    await expect(page).toHaveURL(new RegExp(`${paths.visit('')}[\\w-]+$`));
  });
  await proves(['S4.16'], async () => {
    const first = page.url();
    await openInApp(page, paths.locations());
    await card.getByRole('button', { name: 'Start / Continue Visit' }).click();
    await expect(page).toHaveURL(first);
  });
  await openInApp(page, paths.locations());
  await proves('S2.locations.3', async () => {
    await expect(page.getByRole('article', { name: SOUTH.name })).toContainText('No visits yet.');
    await page.getByRole('searchbox').fill('nothing is called this');
    await expect(page.getByText('No locations found.', { exact: true })).toBeVisible();
  });
  await proves(['S2.locations.1', 'S9.8', 'S7.locations.1'], async () => {
    await page.getByRole('searchbox', { name: 'Search by name or address' }).fill('');
    await expect(page.getByRole('article')).toHaveCount(3);
    const from = network.seen.length;
    // The clock stands still: however slow the machine, nothing passes but what is let pass here.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('searchbox').pressSequentially('east st');
    await page.clock.runFor(299);
    const calls = () => network.seen.slice(from).filter(ofCall('listLocations'));
    // The day may be fetched meanwhile, which asks for all of them.
    const searches = () => calls().filter(({ url }) => url.includes('?'));
    expect(searches()).toHaveLength(0);
    await page.clock.runFor(2);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('article', { name: EAST.name })).toBeVisible();
    expect(searches().map(({ url }) => url)).toEqual([expect.stringMatching(/\?q=east(\+|%20)st$/)]);
  });
});

test('§2 locations: a visit without a rep', async ({ page, signedIn, fixture, network }) => {
  const visit = await fixture.visit(NORTH, { outcome: 'skipped' });
  await signedIn(ADA);
  const nameless = JSON.stringify([{ ...visit, repName: '', rep: null }]);
  network.meet(ofCall('listVisits'), {
    kind: 'response',
    status: 200,
    contentType: 'application/json',
    body: nameless,
  });
  await page.goto(paths.locations());
  await proves('S2.locations.2', async () => {
    await expect(page.getByRole('article', { name: NORTH.name })).toContainText(messages.unknownRep);
    await expect(page.getByRole('article', { name: NORTH.name })).toContainText('Unknown rep');
  });
});

test('§2 new location, §2 boxes', async ({ page, signedIn, fixture, network }) => {
  await signedIn(CLEO);
  await page.goto(paths.newLocation());
  const sizes = page.getByRole('group', { name: 'Box sizes' }).getByRole('combobox');
  const count = page.getByLabel('Box count');
  await proves(['S2.newLocation.1', 'S5.22', 'S9.10', 'S9.11', 'S7.locations.3', 'S3.10'], async () => {
    await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('required');
    for (const part of ['Street', 'City', 'State', 'Zip']) await expect(page.getByLabel(part)).toBeVisible();
    await expect(page.getByLabel('Box label prefix')).toHaveValue('Box');
    await page.getByRole('button', { name: 'Create' }).click();
    await expectAddress(page, paths.newLocation());
    for (const [typed, clamped] of [
      ['99', '20'],
      ['0', '1'],
      ['3', '3'],
    ] as const) {
      await count.fill(typed);
      await count.blur();
      await expect(count).toHaveValue(clamped);
      await expect(sizes).toHaveCount(Number(clamped));
    }
    for (const select of await sizes.all()) {
      await expect(select).toHaveValue('M');
      await expect(select.getByRole('option')).toHaveText(['S', 'M', 'L', 'XL']);
    }
    await page.getByLabel('Name', { exact: true }).fill('West Kiosk');
    await page.getByLabel('Street').fill('4 West St');
    await page.getByLabel('Box label prefix').fill('Shelf');
    await sizes.nth(2).selectOption('XL');
    await page.getByRole('button', { name: 'Create' }).click();
    const sent = await network.sees(ofCall('createLocation'));
    expect(JSON.parse(sent.body)).toEqual({
      name: 'West Kiosk',
      address: { street: '4 West St', city: '', state: '', zip: '' },
      boxCount: 3,
      boxSizes: ['M', 'M', 'XL'],
      boxLabelPrefix: 'Shelf',
    });
    await expect(page.getByRole('article', { name: 'West Kiosk' })).toContainText('4 West St');
  });
  await page.getByRole('article', { name: 'West Kiosk' }).getByRole('link', { name: 'View Boxes' }).click();
  await proves('S2.boxes.1', async () => {
    const table = page.getByRole('table');
    await expectColumns(table, ['Label', 'Size', 'Location']);
    await expect(table.getByRole('row')).toHaveCount(4);
    await expect(table.getByRole('row').nth(3)).toHaveText(/Shelf 3\s*XL\s*West Kiosk/);
  });
  await proves('S2.boxes.2', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('West Kiosk');
    await openInApp(page, paths.boxes());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Locations');
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 4 + 4 + 3 + 3);
  });
  await proves('S2.boxes.3', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Back to locations' }).click();
    await expectAddress(page, paths.locations());
  });
  await proves('S2.boxes.4', async () => {
    const none = { kind: 'response', status: 200, contentType: 'application/json', body: '[]' } as const;
    network.meet(ofCall('listBoxes'), none);
    await openInApp(page, paths.boxes(fixture.locationId(SOUTH)));
    await expect(page.getByText('No boxes found for this location.', { exact: true })).toBeVisible();
  });
});
