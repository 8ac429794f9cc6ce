import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { IDEMPOTENCY_KEY_HEADER, IF_MATCH_HEADER } from '../../../src/contract/headers';
import { paths } from '../../../src/paths';
import { deliveryLines, users, visits } from '../../../src/server/db/schema';
import { aRepsDay } from '../../support/app/aRepsDay';
import { deliver, startVisit } from '../../support/server/aStockedLocation';
import type { SignedIn } from '../../support/server/harness';
import { aDelivery, items, locationVisit } from '../../support/app/locationVisit';
import { currentPath, json, openApp } from '../../support/app/openApp';
import { press } from '../../support/app/press';

const day = aRepsDay();

const fill = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

/** Ana has started a visit and refilled a box; Dana is an admin who changes things behind her back. */
async function anasVisit() {
  const { server, location } = day;
  const [row] = await server.db.select().from(users).where(eq(users.email, day.ana));
  if (!row) throw new Error('Ana is not there');
  const ana = await server.signIn(row);
  const dana = await server.signIn('admin');
  await server.db.update(users).set({ name: 'Dana' }).where(eq(users.id, dana.user.id));
  const visit = await startVisit(ana, location);
  const delivery = await deliver(ana, location, 0, visit._id);
  const app = await day.openApp(paths.login());
  await day.signIn(app, day.ana);
  /** The write ids and versions of the changes that the app sends from now on. */
  const sent: (string | null)[][] = [];
  day.device.network.passing = (request, response) => {
    if (request.method !== 'GET') {
      const { pathname } = new URL(request.url);
      sent.push([
        request.method,
        pathname,
        ...[IDEMPOTENCY_KEY_HEADER, IF_MATCH_HEADER].map((name) => request.headers.get(name)),
      ]);
    }
    return response();
  };
  const open = async (path: string) => {
    await day.openApp(path);
  };
  return { dana, visit, delivery, sent, open };
}

const quantities = async () => {
  const lines = await day.server.db.select().from(deliveryLines);
  return lines.map(({ quantityHundredths }) => quantityHundredths / 100);
};
const storedVisit = async () => (await day.server.db.select().from(visits))[0];

const isOk = async (change: ReturnType<SignedIn['patch']>) => expect((await change).statusCode).toBe(200);
/** Dana makes it 5 pieces while Ana has the form open. */
const danaMakesItFive = (dana: SignedIn, id: string) =>
  isOk(dana.patch(`/api/deliveries/${id}`, { lines: [{ item: day.location.itemId, quantity: 5, packaging: 'each' }] }));

async function bothVersions() {
  await screen.findByText('Changed by Dana meanwhile');
  const version = (name: string) => within(screen.getByRole('region', { name })).getByRole('heading').parentElement;
  return { mine: version('Yours')?.textContent, theirs: version('Theirs')?.textContent };
}

test('33 an edit of a delivery that was changed meanwhile shows both; Send mine sends it under the same id', async () => {
  const { dana, delivery, sent, open } = await anasVisit();
  await open(paths.editDelivery(delivery._id));
  await fill('Quantity', '9');
  await danaMakesItFive(dana, delivery._id);
  await press('Save changes');
  expect(await bothVersions()).toEqual({ mine: 'Yours9 each Cola', theirs: 'Theirs5 each Cola' });
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  expect(await quantities()).toEqual([5]);
  await press('Send mine');
  await waitFor(() => expect(currentPath()).toBe(paths.delivery(delivery._id, { from: 'edit' })));
  expect(await quantities()).toEqual([9]);
  const path = `/api/deliveries/${delivery._id}`;
  const id = sent[0]?.[2];
  expect(sent).toEqual([
    ['PATCH', path, id, '"1"'],
    ['PATCH', path, id, '"2"'],
  ]);
});

test('33 Keep theirs discards the edit of a delivery and shows theirs', async () => {
  const { dana, delivery, sent, open } = await anasVisit();
  await open(paths.editDelivery(delivery._id));
  await fill('Quantity', '9');
  await danaMakesItFive(dana, delivery._id);
  await press('Save changes');
  await bothVersions();
  await press('Keep theirs');
  await waitFor(() => expect(currentPath()).toBe(paths.delivery(delivery._id)));
  expect(await screen.findByRole('cell', { name: '5' })).toBeDefined();
  expect(screen.queryByText('Delivery updated.')).toBeNull();
  expect(sent).toHaveLength(1);
  await open(paths.editDelivery(delivery._id));
  await screen.findByDisplayValue('5');
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
});

test('33 a further change by a third user is shown as a second conflict', async () => {
  const { dana, delivery, open } = await anasVisit();
  await open(paths.editDelivery(delivery._id));
  await fill('Quantity', '9');
  await danaMakesItFive(dana, delivery._id);
  await press('Save changes');
  await bothVersions();
  const lines = [{ item: day.location.itemId, quantity: 7, packaging: 'each' }];
  await isOk(dana.patch(`/api/deliveries/${delivery._id}`, { lines }));
  await press('Send mine');
  await screen.findByText('7 each Cola');
  expect(await quantities()).toEqual([7]);
});

test('33 an edit of a visit that was changed meanwhile shows both, and also sends what is typed after that', async () => {
  const { dana, visit, open } = await anasVisit();
  await open(paths.editVisit(visit._id));
  await fill('Note', 'Mine');
  await isOk(dana.patch(`/api/visits/${visit._id}`, { outcome: 'partial', note: 'Theirs' }));
  await press('Save');
  expect(await bothVersions()).toEqual({ mine: 'YoursNote: Mine', theirs: 'TheirsOutcome: partialNote: Theirs' });
  await fill('Note', 'Both');
  await press('Send mine');
  await waitFor(() => expect(currentPath()).toBe(paths.visitDetails(visit._id)));
  expect(await storedVisit()).toMatchObject({ outcome: 'partial', note: 'Both' });
});

test('33 a submit of a visit that was changed meanwhile shows both; Keep theirs shows theirs in the form', async () => {
  const { dana, visit, sent, open } = await anasVisit();
  await open(paths.visit(visit._id));
  await userEvent.click(await screen.findByRole('radio', { name: 'skipped' }));
  await isOk(dana.patch(`/api/visits/${visit._id}`, { note: 'Theirs' }));
  await press('Submit Visit');
  expect(await bothVersions()).toEqual({ mine: 'YoursOutcome: skippedNo note', theirs: 'TheirsNote: Theirs' });
  await press('Keep theirs');
  await screen.findByDisplayValue('Theirs');
  expect(screen.queryByText(/^Changed by/)).toBeNull();
  expect(await storedVisit()).toMatchObject({ outcome: null, submittedAt: null });
  expect(sent).toHaveLength(1);
  await userEvent.click(await screen.findByRole('radio', { name: 'partial' }));
  await press('Submit Visit');
  await waitFor(() => expect(currentPath()).toBe(paths.dashboard({ done: 'visit' })));
  expect(await storedVisit()).toMatchObject({ outcome: 'partial', note: 'Theirs' });
});

test('33 Send mine changes a visit that another user submitted meanwhile', async () => {
  const { dana, visit, open } = await anasVisit();
  await open(paths.visit(visit._id));
  await userEvent.click(await screen.findByRole('radio', { name: 'skipped' }));
  await fill('Note', 'Mine');
  await isOk(dana.post(`/api/visits/${visit._id}/submit`, { outcome: 'partial', note: 'Theirs' }));
  await press('Submit Visit');
  await bothVersions();
  await press('Send mine');
  await waitFor(() => expect(currentPath()).toBe(paths.dashboard({ done: 'visit' })));
  expect(await storedVisit()).toMatchObject({ outcome: 'skipped', note: 'Mine' });
});

test('36 Edit in the outbox shows the change that refused an edit, and Save sends the correction over it', async () => {
  const { dana, delivery, open } = await anasVisit();
  const app = await day.openApp(paths.editDelivery(delivery._id));
  await fill('Quantity', '9');
  day.loseSignal(app);
  await press('Save changes');
  await waitFor(() => expect(currentPath()).toBe(paths.delivery(delivery._id, { from: 'edit' })));
  await danaMakesItFive(dana, delivery._id);
  day.regainSignal(app);
  await open(paths.outbox());
  await bothVersions();
  await userEvent.click(screen.getByRole('link', { name: 'Edit' }));
  await fill('Quantity', '6');
  expect(await bothVersions()).toEqual({ mine: 'Yours6 each Cola', theirs: 'Theirs5 each Cola' });
  expect(screen.queryByRole('button', { name: 'Send mine' })).toBeNull();
  await press('Save changes');
  await screen.findByText('Nothing waits. Everything you saved is on the server.');
  expect(await quantities()).toEqual([6]);
});

test('32 Edit Delivery shows a line that the other user removed at the price that "Send mine" records', async () => {
  const dearer = items.map((item) => (item._id === 'i1' ? { ...item, price: 9.99 } : item));
  const current = aDelivery({ version: 3, lines: [], total: 0 });
  const conflict = { error: 'Changed by Ann meanwhile.', current, changedBy: { _id: 'u2', name: 'Ann' } };
  await openApp(
    paths.editDelivery('d1'),
    locationVisit({
      'GET /items': () => json(dearer),
      'GET /deliveries/d1': () => json(aDelivery({ version: 2 })),
      'PATCH /deliveries/d1': () => json(conflict, 412),
    }),
  );
  await press('Save changes');
  await screen.findByRole('button', { name: 'Send mine' });
  // Three pieces of Cola: $1.25 each are recorded in the version that Ann has replaced, $9.99 is today's price.
  expect(screen.queryAllByText('$3.75')).toHaveLength(0);
  expect(screen.queryAllByText('$29.97').length).toBeGreaterThan(0);
});
