import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { paths } from '../../src/paths';
import { deliveries, visits } from '../../src/server/db/schema';
import { ADA, BO, CLEO, EAST, NORTH } from '../browser/fixture/fixtures';
import { colas } from '../browser/fixture/lineFixtures';
import { refusal } from '../browser/proxy/faults';
import { ofCall } from '../browser/proxy/seenRequests';
import type { EnteredLine } from '../browser/rep/rep';
import { openInApp } from './assertions';
import { expect, test } from './specTest';

/** Why a form was not taken stands where the person looks: whole on the screen, under nothing, and in focus. */

const SIZES = [
  { width: 360, height: 640 },
  { width: 390, height: 664 },
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

/** So many that no screen shows all of them. */
const LINES = 16;
const manyLines: EnteredLine[] = Array.from({ length: LINES }, (_, at) => colas(at + 1)).flat();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function expectScrolls(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight))
    .toBeGreaterThan(200);
}

/** Runs in the page: where an element stands on the screen, in px, what hides a part of it, and who has the focus. */
function boundsOf(element: Element) {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  // Within the round corners.
  const corners = [top + 4, bottom - 4].flatMap((y) => [left + 4, right - 4].map((x) => [x, y] as const));
  const covers = corners.map(([x, y]) => document.elementFromPoint(x, y)).filter((one) => !element.contains(one));
  return {
    top: Math.round(top),
    bottom: Math.round(bottom),
    isOnScreen: top >= 0 && bottom <= innerHeight,
    coveredBy: [...new Set(covers.map((one) => one?.outerHTML.slice(0, 60) ?? 'nothing: outside the screen'))],
    hasFocus: element.contains(document.activeElement),
  };
}

/** The error of the form above its button: whole on the screen, both of them, under nothing, and the error in focus. */
async function expectSeenAtOnce(page: Page, text: string, button: string): Promise<void> {
  const error = page.getByRole('main').getByRole('alert').filter({ hasText: text });
  await expect(error).toBeVisible();
  const bounds = await error.evaluate(boundsOf);
  const seen = { isOnScreen: true, coveredBy: [], hasFocus: true };
  expect.soft(bounds, `${page.viewportSize()?.height} px high: ${text}: ${JSON.stringify(bounds)}`).toMatchObject(seen);
  const below = await page.getByRole('button', { name: button, exact: true }).evaluate(boundsOf);
  expect.soft(below, `${button}: ${JSON.stringify(below)}`).toMatchObject({ isOnScreen: true, coveredBy: [] });
  expect.soft(below.top).toBeGreaterThanOrEqual(bounds.bottom);
}

for (const viewport of SIZES) {
  // One of the sizes in npm test, all of them in npm run spec.
  const tag = viewport.width === 360 ? [] : ['@full'];
  test.describe(`a refusal at ${viewport.width} × ${viewport.height}`, { tag }, () => {
    test.use({ viewport });

    test('of a new delivery, by the form', async ({ ada, page, signedIn }) => {
      await signedIn(ADA);
      await page.goto(paths.newDelivery());
      await press(page, 'Submit box');
      await expectSeenAtOnce(page, 'Pick a location', 'Submit box');
      await page.getByRole('combobox', { name: 'Location' }).selectOption({ label: EAST.name });
      for (const line of manyLines) await ada.addItem(line);
      await expectScrolls(page);
      const box = page.getByRole('combobox', { name: 'Box' });
      for (const row of ['last', 'first'] as const) {
        await page.getByRole('table', { name: 'Lines' }).getByRole('row')[row]().scrollIntoViewIfNeeded();
        await press(page, 'Submit box');
        await expectSeenAtOnce(page, 'Pick a box', 'Submit box');
        await expect(box).toHaveAccessibleDescription('Pick a box');
        await expect(box).toBeInViewport({ ratio: 1 });
      }
      await box.selectOption({ index: 1 });
      await expect(page.getByText('Pick a box', { exact: true })).toHaveCount(0);
      const remove = page.getByRole('button', { name: 'Remove' });
      while ((await remove.count()) > 0) await remove.first().click();
      await press(page, 'Submit box');
      await expectSeenAtOnce(page, 'Add at least one item', 'Submit box');
    });

    test('of a new delivery, by the server', async ({ ada, page, signedIn, fixture }) => {
      const visit = await fixture.visit(NORTH);
      await signedIn(ADA);
      await page.goto(paths.newDelivery({ visit: visit._id, box: fixture.boxId(NORTH, 1) }));
      for (const line of manyLines) await ada.addItem(line);
      await expectScrolls(page);
      await page.evaluate(() => scrollTo(0, 0));
      await (await fixture.apiClient(CLEO)).post(`/visits/${visit._id}/submit`, { outcome: 'partial', note: '' });
      await press(page, 'Submit box');
      await expectSeenAtOnce(page, 'This visit was already submitted.', 'Submit box');
      await expect(page.getByRole('table', { name: 'Lines' }).getByRole('row')).toHaveCount(LINES + 1);
    });

    test('of an edited delivery, by the form and by the server', async ({ page, server, signedIn, fixture }) => {
      const lines = manyLines.map(({ quantity }) => ({ quantity }));
      const { _id } = await fixture.delivery(NORTH, { lines });
      await signedIn(ADA);
      await page.goto(paths.editDelivery(_id));
      await expectScrolls(page);
      const quantity = page.getByRole('spinbutton', { name: 'Quantity' }).nth(LINES / 2);
      await quantity.fill('-1');
      // Out of sight above, out of sight below, and under the bar.
      for (const scroll of ['end', 'start', 'under'] as const) {
        await quantity.evaluate((field, to) => {
          const { bottom } = field.getBoundingClientRect();
          scrollBy(0, { start: -100_000, end: 100_000, under: bottom - innerHeight + 10 }[to]);
        }, scroll);
        await press(page, 'Save changes');
        await expectSeenAtOnce(page, 'Enter a valid quantity', 'Save changes');
        await expect(quantity).toHaveAccessibleDescription('Enter a valid quantity');
        const bounds = await quantity.evaluate(boundsOf);
        expect.soft(bounds, `${scroll}: ${JSON.stringify(bounds)}`).toMatchObject({ isOnScreen: true, coveredBy: [] });
      }
      await quantity.fill('1');
      await page.evaluate(() => scrollTo(0, 0));
      await server.db
        .update(deliveries)
        .set({ repId: fixture.userId(BO) })
        .where(eq(deliveries.id, _id));
      await press(page, 'Save changes');
      await expectSeenAtOnce(page, 'This belongs to another rep.', 'Save changes');
    });

    test('of a visit, by the form and by the server', async ({ page, server, signedIn, fixture }) => {
      const { _id } = await fixture.visit(EAST, { boxes: [0] });
      await signedIn(ADA);
      await page.goto(paths.visit(_id));
      await expect(page.getByRole('radio', { name: 'partial' })).toBeEnabled();
      // The message goes by itself; the page's clock stands still until somebody has read it.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      const submit = page.getByRole('button', { name: 'Submit Visit' });
      await submit.click();
      await expectSeenAtOnce(page, 'Please select an outcome before submitting.', 'Submit Visit');
      await page.clock.runFor(1_500);
      await expect(submit).toBeFocused();
      await page.getByRole('radio', { name: 'partial' }).check();
      await server.db
        .update(visits)
        .set({ repId: fixture.userId(BO) })
        .where(eq(visits.id, _id));
      await page.keyboard.press('Enter');
      await expectSeenAtOnce(page, 'This belongs to another rep.', 'Submit Visit');
      await page.clock.runFor(1_500);
      await expect(submit).toBeFocused();
    });

    test('of changes to a visit, by the server', async ({ page, server, signedIn, fixture }) => {
      const { _id } = await fixture.visit(EAST, { outcome: 'skipped', note: 'closed\n'.repeat(60) });
      await signedIn(ADA);
      await page.goto(paths.editVisit(_id));
      await page.getByRole('radio', { name: 'partial' }).check();
      await server.db
        .update(visits)
        .set({ repId: fixture.userId(BO) })
        .where(eq(visits.id, _id));
      await page.keyboard.press('Enter');
      await expectSeenAtOnce(page, 'This belongs to another rep.', 'Save');
    });

    test('of a new visit, location, item and user, by the server', async ({ page, network, signedIn }) => {
      await signedIn(CLEO);
      await page.goto(paths.startVisit());
      network.meet(ofCall('startVisit', 'createLocation', 'createItem', 'createUser'), refusal(422, 'Not today.'));
      await page.getByRole('combobox', { name: 'Rep' }).selectOption({ label: ADA.name });
      await page.getByRole('combobox', { name: 'Location' }).selectOption({ label: EAST.name });
      await press(page, 'Start');
      await expectSeenAtOnce(page, 'Not today.', 'Start');
      const name = page.getByLabel('Name', { exact: true });
      await openInApp(page, paths.newLocation());
      await page.getByLabel('Box count').fill('20');
      await name.fill('Corner Pantry');
      await name.press('Enter');
      await expectSeenAtOnce(page, 'Not today.', 'Create');
      await openInApp(page, paths.newItem());
      await name.fill('Lemonade');
      await name.press('Enter');
      await expectSeenAtOnce(page, 'Not today.', 'Create');
      await openInApp(page, paths.newUser());
      await page.getByLabel('Email').fill('eve@example.com');
      await page.getByLabel('Password').fill('a long enough password 3');
      await name.fill('Eve');
      await name.press('Enter');
      await expectSeenAtOnce(page, 'Not today.', 'Create');
    });
  });
}
