import { COMPANY } from '../../src/domain/company';
import { paths } from '../../src/paths';
import { ADA, BO, CLEO, COLA, EAST, NORTH, SOUTH, WATER } from '../browser/fixture/fixtures';
import { ofCall } from '../browser/proxy/seenRequests';
import { boxRow } from '../browser/rep/rep';
import { expectAddress, expectAlert, expectColour, expectColumns, fact, openInApp } from './assertions';
import { expect, proves, test } from './specTest';

const NOTE = 'first line\nsecond line';

test('§2 visit details', async ({ page, signedIn, fixture, network }) => {
  const lines = [
    { item: COLA, quantity: 3 },
    { item: WATER, quantity: 1, packaging: 'case' },
  ];
  const visit = await fixture.visit(NORTH, { boxes: [0, 2], lines, outcome: 'no_access', note: NOTE });
  await signedIn(CLEO);
  await page.goto(paths.deliveries());
  await openInApp(page, paths.visitDetails(visit._id));
  const table = page.getByRole('table', { name: 'Deliveries of this visit' });
  await proves(['S2.visitDetails.1', 'S3.6'], async () => {
    await expect(fact(page, 'Location')).toHaveText(/North Market\s*1 North St, Ames, IA 50010/);
    await expect(fact(page, 'Rep')).toHaveText(ADA.name);
    await expect(fact(page, 'Started')).toContainText('Today');
    await expect(fact(page, 'Submitted')).toContainText('Today');
    await expect(fact(page, 'Outcome')).toHaveText('no access');
    await expectColour(fact(page, 'Outcome').getByText('no access'), 'brown');
    await expect(fact(page, 'Note')).toContainText('second line');
    await expect(fact(page, 'Boxes')).toHaveText('2');
    await expect(fact(page, 'Total')).toHaveText('$41.48');
  });
  await proves(['S2.visitDetails.3', 'S7.deliveries.3', 'S9.4'], async () => {
    await expectColumns(table, ['Date', 'Box', 'Lines', 'Total', 'Actions']);
    await expect(table.getByRole('row')).toHaveCount(3);
    const row = table.getByRole('row').filter({ hasText: 'Box 3' });
    await expect(row.getByRole('cell')).toHaveText(['Box 3 (L)', '2', '$20.74', /view box\s*Edit/]);
    await network.sees(
      ({ url }) => url.includes(`visit=${visit._id}`) && /limit=1000&page=1|page=1&limit=1000/.test(url),
    );
    await row.getByRole('link', { name: 'view box' }).click();
    await expectAddress(page, paths.delivery(visit.deliveries[1]?._id ?? ''));
    await page.goBack();
    await row.getByRole('link', { name: 'Edit' }).click();
    await expectAddress(page, paths.editDelivery(visit.deliveries[1]?._id ?? ''));
    await page.goBack();
  });
  await proves('S2.visitDetails.2', async () => {
    await expect(page.getByRole('button', { name: 'Export Lines (CSV)' })).toBeEnabled();
    await page.getByRole('link', { name: 'Print Summary' }).click();
    await expectAddress(page, paths.printVisit(visit._id));
    await page.goBack();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Visit Details');
  });
  await openInApp(page, paths.printVisit(visit._id));
  await proves(['S2.print.1', 'S9.20'], async () => {
    for (const text of Object.values(COMPANY)) await expect(page.getByText(text).first()).toBeVisible();
    await expect(fact(page, 'Visit')).toHaveText(visit._id);
    await expect(fact(page, 'Location')).toContainText('North Market');
    await expect(fact(page, 'Rep')).toHaveText(ADA.name);
    await expect(fact(page, 'Started')).toContainText(/\d{4} \d\d:\d\d/);
    await expect(fact(page, 'Submitted')).toContainText(/\d{4} \d\d:\d\d/);
    await expect(fact(page, 'Outcome')).toHaveText('no access');
    await expect(fact(page, 'Note')).toContainText('first line');
    await expect(fact(page, 'Boxes')).toHaveText('2');
    await expect(fact(page, 'Total')).toHaveText('$41.48');
    const printed = page.getByRole('table', { name: 'Deliveries' });
    await expect(printed.getByRole('row').filter({ hasText: 'Cola' })).toHaveText([
      /Cola\s*each\s*3\s*\$1\.25\s*\$3\.75/,
      /Cola\s*each\s*3\s*\$1\.25\s*\$3\.75/,
    ]);
    await expect(printed.getByRole('row').filter({ hasText: 'Delivery total' })).toContainText(['$20.74', '$20.74']);
    await expect(printed.getByRole('row').filter({ hasText: 'Grand total' })).toContainText('$41.48');
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    await page.getByRole('button', { name: 'Print / Save PDF' }).click();
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  });
  await proves('S2.visitDetails.4', async () => {
    const empty = await fixture.visit(EAST);
    await openInApp(page, paths.visitDetails(empty._id));
    await expect(page.getByText('No deliveries yet for this visit.', { exact: true })).toBeVisible();
  });
});

test('§2 start visit', async ({ page, signedIn, fixture, network }) => {
  await (await fixture.apiClient(CLEO)).patch(`/users/${fixture.userId(BO)}`, { active: false });
  await signedIn(CLEO);
  await page.goto(paths.startVisit());
  const rep = page.getByRole('combobox', { name: 'Rep' });
  await proves(['S2.startVisit.1', 'S6.10'], async () => {
    await expect(rep.getByRole('option')).toHaveText(['Choose a rep…', ADA.name]);
    await expect(rep).not.toContainText(CLEO.name);
    await expect(page.getByRole('combobox', { name: 'Location' })).toContainText(SOUTH.name);
  });
  await proves(['S2.startVisit.2', 'S5.1'], async () => {
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expectAlert(page, 'Pick rep and location');
    await rep.selectOption({ label: ADA.name });
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expectAlert(page, 'Pick rep and location');
    expect(network.seen.filter(ofCall('startVisit'))).toHaveLength(0);
  });
  await proves(['S2.startVisit.3', 'S7.visits.1', 'S7.visits.2'], async () => {
    await page.getByRole('combobox', { name: 'Location' }).selectOption({ label: SOUTH.name });
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(SOUTH.name);
    const sent = await network.sees(ofCall('startVisit'));
    expect(JSON.parse(sent.body)).toEqual({ location: fixture.locationId(SOUTH), rep: fixture.userId(ADA) });
    const id = new URL(page.url()).pathname.slice(paths.visit('').length);
    const apiClient = await fixture.apiClient(CLEO);
    expect(await apiClient.get(`/visits/${id}`)).toMatchObject({ repName: ADA.name, location: { name: SOUTH.name } });
  });
});

test('§2 visit screen, §2 edit visit', async ({ page, signedIn, fixture, network }) => {
  const visit = await fixture.visit(SOUTH, { boxes: [1] });
  await signedIn(ADA);
  await page.goto(paths.locations());
  await openInApp(page, paths.visit(visit._id));
  await proves(['S2.visit.1', 'S4.11'], async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(SOUTH.name);
    await expect(fact(page, 'Rep')).toHaveText(ADA.name);
    await expect(fact(page, 'Started')).toContainText('Today');
    await expect(fact(page, 'Submitted')).toHaveCount(0);
  });
  await proves('S2.visit.2', async () => {
    await expect(boxRow(page, 'Box 1')).toContainText('S');
    await expect(boxRow(page, 'Box 1')).toContainText('not filled');
    await expect(boxRow(page, 'Box 2')).toContainText('M');
    await expect(boxRow(page, 'Box 2').getByText('refilled', { exact: true })).toBeVisible();
    await expect(boxRow(page, 'Box 3')).toContainText('not filled');
  });
  await proves('S2.visit.3', async () => {
    await expect(boxRow(page, 'Box 2').getByRole('link', { name: 'Refill this box' })).toHaveCount(0);
    await boxRow(page, 'Box 3').getByRole('link', { name: 'Refill this box' }).click();
    await expectAddress(page, paths.newDelivery({ visit: visit._id, box: fixture.boxId(SOUTH, 2) }));
    await page.goBack();
  });
  await proves('S2.visit.5', async () => {
    await page.getByRole('button', { name: 'Back' }).click();
    await expectAddress(page, paths.locations());
    await openInApp(page, paths.visit(visit._id));
  });
  const outcomes = page.getByRole('radio');
  const note = page.getByRole('textbox', { name: 'Note' });
  const submit = page.getByRole('button', { name: 'Submit Visit' });
  await proves(['S2.visit.4', 'S4.21', 'S4.19', 'S4.18', 'S4.14'], async () => {
    await expect(page.getByRole('heading', { name: 'Submit Visit' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Outcome' }).locator('label')).toHaveText([
      'completed',
      'partial',
      'no access',
      'skipped',
    ]);
    expect(await note.evaluate((element) => element.tagName)).toBe('TEXTAREA');
    for (const outcome of ['skipped', 'no access', 'partial']) await page.getByRole('radio', { name: outcome }).check();
    await note.fill(NOTE);
  });
  await proves(['S2.visit.4', 'S4.15', 'S7.visits.9'], async () => {
    const held = network.hold(ofCall('submitVisit'));
    await submit.click();
    await expect(page.getByRole('button', { name: 'Submitting…' })).toBeDisabled();
    held.letGo();
    await expectAddress(page, paths.dashboard({ done: 'visit' }));
    const sent = await network.sees(ofCall('submitVisit'));
    expect(sent.url).toContain(`/api/visits/${visit._id}/submit`);
    expect(JSON.parse(sent.body)).toEqual({ outcome: 'partial', note: NOTE });
  });
  await proves(['S4.12', 'S2.visit.1', 'S2.visit.3', 'S2.visit.4', 'S4.11'], async () => {
    await openInApp(page, paths.visit(visit._id));
    await expect(page.getByRole('button', { name: 'Visit Submitted' })).toBeDisabled();
    await expect(fact(page, 'Submitted')).toContainText('Today');
    await expectColour(fact(page, 'Outcome').getByText('partial'), 'amber');
    await expect(fact(page, 'Note')).toContainText('first line');
    for (const radio of await outcomes.all()) await expect(radio).toBeDisabled();
    await expect(note).not.toBeEditable();
    await expect(page.getByRole('link', { name: 'Refill this box' })).toHaveCount(0);
  });
  await openInApp(page, paths.editVisit(visit._id));
  await proves(['S2.editVisit.1', 'S4.17', 'S4.21'], async () => {
    await expect(page.getByRole('radio', { name: 'partial' })).toBeChecked();
    await expect(outcomes).toHaveCount(4);
    await expect(note).toHaveValue(NOTE);
    await page.getByRole('radio', { name: 'skipped' }).check();
    await note.fill('changed my mind');
  });
  await proves(['S2.editVisit.2', 'S4.17', 'S7.visits.12'], async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectAddress(page, paths.visitDetails(visit._id));
    await expect(fact(page, 'Outcome')).toHaveText('skipped');
    await expect(fact(page, 'Note')).toHaveText('changed my mind');
    const sent = await network.sees(ofCall('updateVisit'));
    expect(JSON.parse(sent.body)).toEqual({ outcome: 'skipped', note: 'changed my mind' });
  });
  await proves('S2.editVisit.3', async () => {
    await page.getByRole('link', { name: 'Change outcome or note' }).click();
    await note.fill('not kept');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectAddress(page, paths.visitDetails(visit._id));
    await expect(fact(page, 'Note')).toHaveText('changed my mind');
  });
});
