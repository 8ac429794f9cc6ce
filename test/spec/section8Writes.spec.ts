import { paths } from '../../src/paths';
import { ADA, BO, CLEO, COLA, EAST, NORTH } from '../browser/fixture/fixtures';
import { expectWaiting } from '../browser/rep/outbox';
import { refusal } from '../browser/proxy/faults';
import { ofCall } from '../browser/proxy/seenRequests';
import { alertSaying, expectAddress, expectAlert, expectColour, expectRedText, openInApp } from './assertions';
import { expect, proves, test } from './specTest';

/** The catalogue of spec §8 for what is written and downloaded. */

const LONG = 'x'.repeat(400);
const response = (status: number, body: string) =>
  ({ kind: 'response', status, contentType: 'text/plain', body }) as const;

test('§8 queued writes that the server refuses', async ({ page, signedIn, network, fixture, ada }) => {
  const delivery = await fixture.delivery(NORTH);
  await signedIn(ADA);
  await page.goto(paths.newDelivery());
  await ada.fillDelivery(NORTH.name, 'Box 1', [{ item: COLA.name, packaging: 'each', quantity: 1 }]);
  await proves('S8.3', async () => {
    network.meet(ofCall('createDelivery'), response(422, LONG), { times: 1 });
    await page.getByRole('button', { name: 'Submit box' }).click();
    await expectRedText(page, `Request failed (422): ${'x'.repeat(160)}`);
    await expectAddress(page, paths.newDelivery());
    await expect(page.getByRole('table', { name: 'Lines' })).toContainText(COLA.name);
    await expectWaiting(page, 0);
  });
  await openInApp(page, paths.editDelivery(delivery._id));
  const save = page.getByRole('button', { name: 'Save changes' });
  await proves(['S8.12', 'S7.deliveries.10'], async () => {
    network.meet(ofCall('updateDelivery'), response(500, ''), { times: 1 });
    await save.click();
    await expectRedText(page, 'Failed to update delivery');
    network.meet(ofCall('updateDelivery'), refusal(409, 'Somebody else is editing.'), { times: 1 });
    await save.click();
    await expectRedText(page, 'Somebody else is editing.');
    network.meet(ofCall('updateDelivery'), refusal(200, 'Said with status 200.'), { times: 1 });
    await save.click();
    await expectRedText(page, 'Said with status 200.');
  });
});

test('§8 forms of admins', async ({ page, signedIn, network }) => {
  await signedIn(CLEO);
  await page.goto(paths.newUser());
  const create = page.getByRole('button', { name: 'Create' });
  await page.getByLabel('Name', { exact: true }).fill('Eve');
  await page.getByLabel('Email').fill('eve@example.com');
  await page.getByLabel('Password').fill('a long enough password 3');
  await proves('S8.13', async () => {
    network.meet(ofCall('createUser'), response(500, ''), { times: 1 });
    await create.click();
    await expectRedText(page, 'User create failed');
    await page.getByLabel('Email').fill(BO.email);
    await create.click();
    const error = page.getByRole('main').getByRole('alert');
    await expect(error).toContainText(/already|exists|taken|use/i);
    await expectColour(error, 'red');
    await expectAddress(page, paths.newUser());
  });
  await openInApp(page, paths.newLocation());
  await proves('S8.15', async () => {
    network.meet(ofCall('createLocation'), response(500, ''), { times: 1 });
    await page.getByLabel('Name', { exact: true }).fill('Nowhere');
    await create.click();
    await expectRedText(page, 'Location create failed');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Nowhere');
  });
  await openInApp(page, paths.users());
  await proves('S8.14', async () => {
    network.meet(ofCall('updateUser'), response(503, LONG), { times: 1 });
    await page.getByRole('checkbox', { name: `Active: ${BO.name}` }).click();
    await expectRedText(page, `User update failed (503): ${'x'.repeat(120)}`);
  });
  await proves(['S8.2', 'S7.users.1'], async () => {
    network.meet(ofCall('listUsers'), response(500, ''));
    await page.reload();
    await expectRedText(page, 'Request failed: 500');
    await openInApp(page, paths.deliveries());
    await expect(page.getByRole('combobox', { name: 'Rep', exact: true }).getByRole('option')).toHaveText(['All reps']);
  });
});

test('§8 downloads', async ({ page, signedIn, network }) => {
  await signedIn(ADA);
  await page.goto(paths.reports());
  await proves(['S5.23'], async () => {
    await page.getByRole('button', { name: 'Location history' }).click();
    await expectAlert(page, 'Pick a Location to export its history.');
    expect(network.seen.filter(ofCall('exportLocationHistory'))).toHaveLength(0);
  });
  await proves('S8.27', async () => {
    network.meet(ofCall('exportReps'), response(500, LONG));
    await page.getByRole('button', { name: 'Reps', exact: true }).click();
    await expectAlert(page, `Export failed (500): ${'x'.repeat(160)}`);
  });
});

test('§8 submitting a visit', async ({ page, signedIn, network, fixture }) => {
  const visit = await fixture.visit(EAST, { boxes: [0] });
  await signedIn(ADA);
  await page.goto(paths.visit(visit._id));
  const submit = page.getByRole('button', { name: 'Submit Visit' });
  await proves('S5.13', async () => {
    await expect(page.getByRole('radio', { name: 'completed' })).toBeDisabled();
    await expect(page.getByText('Refill all boxes to submit as completed', { exact: true })).toBeVisible();
    await expect(submit).toHaveAccessibleDescription('Refill all boxes to submit as completed');
  });
  await page.getByRole('radio', { name: 'partial' }).check();
  // The message goes by itself; the page's clock stands still until somebody has read it.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const refusedWith = async (body: string, shown: string) => {
    network.meet(ofCall('submitVisit'), response(400, body), { times: 1 });
    await submit.click();
    await expectRedText(page, shown);
    await page.clock.runFor(1_500);
    await expect(submit).toBeEnabled();
  };
  await proves(['S5.14', 'S8.31'], () =>
    refusedWith('{"error":"Outcome is required"}', 'Please select an outcome before submitting.'),
  );
  await proves('S5.15', async () => {
    await refusedWith('{"error":"Visit has no lines"}', 'Please refill at least one box before submitting.');
    await refusedWith('{"error":"Not all BOXES done"}', 'Please refill at least one box before submitting.');
  });
  await proves('S5.16', async () => {
    await refusedWith('{"error":"The day is over."}', 'The day is over.');
    await refusedWith('', 'Failed to submit visit. Please try again.');
  });
  await proves(['S5.17', 'S9.16'], async () => {
    network.meet(ofCall('submitVisit'), response(400, '{"error":"Once more."}'), { times: 1 });
    await submit.click();
    const message = alertSaying(page.getByRole('main'), 'Once more.');
    await expect(message).toBeVisible();
    await page.clock.runFor(1_499);
    await expect(message).toBeVisible();
    await page.clock.runFor(1);
    await expect(message).toHaveCount(0);
  });
});
