import { paths } from '../../src/paths';
import { ADA, CLEO, COLA, NORTH, SOUTH } from '../browser/fixture/fixtures';
import { ofCall } from '../browser/proxy/seenRequests';
import { expectAddress, expectRedText, openInApp } from './assertions';
import { expect, proves, test } from './specTest';

const EMPTY_ERROR = { kind: 'response', status: 500, contentType: 'text/plain', body: '' } as const;
const cola = [{ item: COLA.name, packaging: 'each', quantity: 1 }] as const;

test("§1 a rep's visit from beginning to end, §4 completed", async ({ ada, page, server, network }) => {
  await ada.signIn(ADA);
  const completed = page.getByRole('radio', { name: 'completed' });
  await proves(['S4.13', 'S5.13'], async () => {
    await ada.openVisit(SOUTH.name);
    await expect(completed).toBeDisabled();
    for (const box of ['Box 1', 'Box 2']) await ada.refill(box, [...cola]);
    await expect(completed).toBeDisabled();
    await ada.refill('Box 3', [...cola]);
    await expect(completed).toBeEnabled();
    // Preselected now; chosen by the rep it is a draft.
    await expect(completed).toBeChecked();
    await page.getByRole('radio', { name: 'partial' }).check();
    await completed.check();
    await expect(page.getByText('Refill all boxes to submit as completed')).toHaveCount(0);
  });
  const visit = new URL(page.url()).pathname.slice(paths.visit('').length);
  await proves('S5.13', async () => {
    // The choice is offered again while the boxes can't be told to be refilled any more.
    const unknown = network.meet(ofCall('listDeliveries'), EMPTY_ERROR);
    await openInApp(page, paths.locations());
    await openInApp(page, paths.visit(visit));
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(completed).toBeDisabled();
    await expect(completed).toBeChecked();
    await expect(page.getByRole('button', { name: 'Submit Visit' })).toBeDisabled();
    await expect(page.getByText('Refill all boxes to submit as completed', { exact: true })).toBeVisible();
    unknown.remove();
  });
  await proves('S5.12', async () => {
    await openInApp(page, paths.editVisit(visit));
    await completed.check();
    const unknown = network.meet(ofCall('listDeliveries'), EMPTY_ERROR);
    await openInApp(page, paths.locations());
    await openInApp(page, paths.editVisit(visit));
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(completed).toBeDisabled();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectRedText(page, 'To submit as completed, you must refill all boxes.');
    unknown.remove();
    await openInApp(page, paths.visit(visit));
  });
  await proves(['S1.1', 'S4.13', 'S4.15'], async () => {
    expect(await ada.submitVisit('completed', 'all done')).toBe('sent');
    await expectAddress(page, paths.dashboard({ done: 'visit' }));
    const { visits } = await server.serverState();
    expect(visits).toMatchObject([{ store: SOUTH.name, rep: ADA.name, outcome: 'completed', note: 'all done' }]);
    expect(visits[0]?.deliveries.map(({ box }) => box).sort()).toEqual(['Box 1', 'Box 2', 'Box 3']);
  });
});

test('§1 what admins do besides', async ({ page, signedIn, fixture }) => {
  await fixture.visit(NORTH, { boxes: [0] });
  await signedIn(CLEO);
  await page.goto(paths.dashboard());
  await proves(['S1.2', 'S1.7'], async () => {
    await expect(page.getByRole('img', { name: /^Top Items/ })).toContainText(COLA.name);
    for (const [url, heading] of [
      [paths.items(), 'Items'],
      [paths.users(), 'Users'],
      [paths.newLocation(), 'New Location'],
      [paths.reports(), 'Reports'],
    ] as const) {
      await openInApp(page, url);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    }
  });
});
