import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { deliveriesApi } from '../../../src/api/deliveriesApi';
import { visitsApi } from '../../../src/api/visitsApi';
import { IDEMPOTENCY_KEY_HEADER } from '../../../src/contract/headers';
import { paths } from '../../../src/paths';
import { aWrite } from '../../support/app/aWrite';
import { noNetwork } from '../../support/app/device';
import { type Responses, anAdmin, currentPath, json, openApp, startEnded, signedIn } from '../../support/app/openApp';
import { aDelivery, items, locationVisit, visit } from '../../support/app/locationVisit';
import { press } from '../../support/app/press';

interface Sent {
  call: string;
  id: string | null;
  ifMatch: string | null;
  body: unknown;
}

/**
 * Opens the app at a path. Writes are noted; the first of them is refused since its id has recorded `earlier`, the
 * others get one of `responses`, else `response`.
 */
async function openRecorded(path: string, calls: string[], earlier: object, response: object, more: Responses = {}) {
  const sent: Sent[] = [];
  const responses: (Response | Promise<Response>)[] = [];
  const write = (call: string) => async (request: Request) => {
    const { headers } = request;
    const [id, ifMatch] = [headers.get(IDEMPOTENCY_KEY_HEADER), headers.get('If-Match')];
    sent.push({ call, id, ifMatch, body: await request.json() });
    if (sent.length > 1) return responses.shift() ?? json(response);
    return json({ error: 'Used for another change', earlier: { status: 200, response: earlier } }, 422);
  };
  const writes = Object.fromEntries(calls.map((call) => [call, write(call)]));
  const app = await openApp(path, {
    ...locationVisit({ 'GET /deliveries/d1': () => json(aDelivery({ version: 2 })) }),
    ...more,
    ...writes,
  });
  const drafts = () => Object.values(app.getState().drafts).filter(({ form }) => form);
  return { sent, responses, drafts };
}

/** Fills in New Delivery for a box with one piece of Cola, and submits it. */
async function submitBox(box: string): Promise<void> {
  await userEvent.selectOptions(await screen.findByLabelText('Location'), 'l1');
  await screen.findByRole('option', { name: /Shelf/ });
  await userEvent.selectOptions(screen.getByLabelText('Box'), box);
  const [cola] = await screen.findAllByRole('button', { name: /Cola/ });
  await userEvent.click(cola as HTMLElement);
  await press('Submit box');
}

test('30 a submit recorded with another note is corrected by an edit of the visit', async () => {
  const submitted = { ...visit, outcome: 'partial', note: 'Then', submittedAt: visit.startedAt };
  const calls = ['POST /visits/v1/submit', 'PATCH /visits/v1'];
  const { sent, drafts } = await openRecorded(paths.visit('v1'), calls, { visit: submitted }, submitted);
  await userEvent.click(await screen.findByRole('radio', { name: 'skipped' }));
  await userEvent.type(await screen.findByLabelText('Note'), 'Now');
  await press('Submit Visit');
  expect(await screen.findByText('Already recorded: partial, “Then”')).toBeDefined();
  await press('Change it to this');
  await waitFor(() => expect(currentPath()).toBe(paths.dashboard({ done: 'visit' })));
  const body = { outcome: 'skipped', note: 'Now' };
  expect(sent).toMatchObject([
    { call: 'POST /visits/v1/submit', body },
    { call: 'PATCH /visits/v1', body },
  ]);
  expect(sent[1]?.id).not.toBe(sent[0]?.id);
  expect(drafts()).toEqual([]);
});

test('30 an edit of a visit recorded with other content can be left as it is', async () => {
  const recorded = { ...visit, outcome: 'partial', note: '' };
  const { sent, drafts } = await openRecorded(paths.editVisit('v1'), ['PATCH /visits/v1'], recorded, recorded);
  await userEvent.type(await screen.findByLabelText('Note'), 'Now');
  await press('Save');
  expect(await screen.findByText('Already recorded: partial, no note')).toBeDefined();
  await press('Leave it');
  await waitFor(() => expect(currentPath()).toBe(paths.visitDetails('v1')));
  expect(sent).toHaveLength(1);
  expect(drafts()).toEqual([]);
});

test('30 a correction of what was recorded keeps its own write id when it is submitted again after a 500', async () => {
  const patch = 'PATCH /deliveries/d1';
  const { sent, responses, drafts } = await openRecorded(paths.editDelivery('d1'), [patch], aDelivery(), aDelivery());
  await press('Save changes');
  expect(await screen.findByText('Already recorded: 3 each Cola')).toBeDefined();
  responses.push(json({ error: 'Something broke' }, 500));
  await press('Change it to this');
  await screen.findByText('Something broke');
  expect(drafts()).toMatchObject([{ form: 'edit delivery d1', outcome: 'unknown' }]);
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  await press('Change it to this');
  await waitFor(() => expect(currentPath()).toBe(paths.delivery('d1', { from: 'edit' })));
  const [first, second, third] = sent.map(({ id }) => id);
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  expect(drafts()).toEqual([]);
});

/** A 412 for the delivery `d1`, which Ann has changed to 9 pieces. */
const changedByAnn = () => {
  const lines = [{ ...aDelivery().lines[0], quantity: 9 }];
  const current = aDelivery({ version: 3, lines });
  return json({ error: 'Changed by Ann meanwhile.', current, changedBy: { _id: 'u2', name: 'Ann' } }, 412);
};

test('33 a correction that meets another change offers the same choice again, with the other content', async () => {
  const patch = 'PATCH /deliveries/d1';
  const earlier = aDelivery({ version: 2 });
  const { sent, responses, drafts } = await openRecorded(paths.editDelivery('d1'), [patch], earlier, aDelivery());
  await press('Save changes');
  await screen.findByText('Already recorded: 3 each Cola');
  responses.push(changedByAnn());
  await press('Change it to this');
  expect(await screen.findByText('Changed by Ann meanwhile.')).toBeDefined();
  expect(screen.getByText('Already recorded: 9 each Cola')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Send mine' })).toBeNull();
  await press('Change it to this');
  await waitFor(() => expect(currentPath()).toBe(paths.delivery('d1', { from: 'edit' })));
  const [, second, third] = sent;
  expect([second?.ifMatch, third?.ifMatch]).toEqual(['"2"', '"3"']);
  expect(third).toMatchObject({ id: second?.id, body: { lines: [{ quantity: 3 }] } });
  expect(drafts()).toEqual([]);
});

test('33 the content of another change can be left: neither the form nor its correction stays as a draft', async () => {
  const calls = ['POST /deliveries', 'PATCH /deliveries/d1'];
  const { sent, responses, drafts } = await openRecorded(paths.newDelivery({}), calls, aDelivery(), aDelivery());
  await submitBox('b1');
  responses.push(changedByAnn());
  await press('Change it to this');
  expect(await screen.findByText(/Changed by Ann meanwhile/)).toBeDefined();
  expect(screen.getByText('Already recorded: 9 each Cola')).toBeDefined();
  await press('Leave it');
  await waitFor(() => expect(currentPath()).toBe(paths.dashboard({ done: 'delivery' })));
  expect(sent).toHaveLength(2);
  expect(drafts()).toEqual([]);
});

test('30 an item recorded with other content is reported, without an offer to change it', async () => {
  const item = { _id: 'i9', name: 'Gum' };
  const office = { ...signedIn(anAdmin), 'GET /items': () => json([]) };
  const { sent } = await openRecorded(paths.newItem(), ['POST /items'], item, item, office);
  await userEvent.type(await screen.findByLabelText('Name'), 'Chewing gum');
  await press('Create');
  expect(await screen.findByText('Already recorded: Gum')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Change it to this' })).toBeNull();
  await press('Leave it');
  await waitFor(() => expect(currentPath()).toBe('/items'));
  expect(sent).toHaveLength(1);
});

test('30 the outbox offers the two choices for what was recorded otherwise, and no Edit of the recorded delivery', async () => {
  let respond: () => Response = noNetwork;
  const edited = locationVisit({ 'PATCH /deliveries/d1': () => respond() });
  const app = await openApp(paths.outbox(), edited);
  await startEnded(app);
  const lines = [{ item: 'i1', packaging: 'each' as const, quantity: 2 }];
  await app.dispatch(
    deliveriesApi.endpoints.updateDelivery.initiate({ id: 'd1', visitId: null, ...aWrite({ lines }) }),
  );
  respond = () => json({ error: 'Used for another change', earlier: { status: 200, response: aDelivery({}) } }, 422);
  await press('Sync now');
  expect(await screen.findByRole('button', { name: 'Change it to this' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Leave it' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});

test('30 the outbox offers no Edit of a start that was recorded otherwise: its visit is at the recorded location', async () => {
  let respond: () => Response = noNetwork;
  const app = await openApp(paths.outbox(), locationVisit({ 'POST /visits': () => respond() }));
  await startEnded(app);
  await app.dispatch(visitsApi.endpoints.startVisit.initiate(aWrite({ location: 'l1' })));
  respond = () => json({ error: 'Used for another change', earlier: { status: 201, response: visit } }, 422);
  await press('Sync now');
  expect(await screen.findByRole('button', { name: 'Leave it' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('30 a delivery recorded for another box is named with that box, and the new box is recorded under a new id', async () => {
  const post = 'POST /deliveries';
  const { sent } = await openRecorded(paths.newDelivery({}), [post], aDelivery(), aDelivery());
  await submitBox('b2');
  expect(await screen.findByText('Already recorded: 3 each Cola, for the box Cooler')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Change it to this' })).toBeNull();
  await press('Record this too');
  await waitFor(() => expect(currentPath()).toBe(paths.dashboard({ done: 'delivery' })));
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({ body: { box: 'b2' } });
  expect(sent[1]?.id).not.toBe(sent[0]?.id);
});

test('30 a delivery that is recorded beside another one keeps its id, whichever button sends it again', async () => {
  const post = 'POST /deliveries';
  const { sent, responses } = await openRecorded(paths.newDelivery({}), [post], aDelivery(), aDelivery());
  await submitBox('b2');
  responses.push(json({ error: 'Something broke' }, 500));
  await press('Record this too');
  await screen.findByText(/Something broke/);
  expect(screen.queryByRole('button', { name: 'Record this too' })).toBeNull();
  await press('Submit box');
  await waitFor(() => expect(currentPath()).toBe(paths.dashboard({ done: 'delivery' })));
  expect(sent).toHaveLength(3);
  expect(sent[2]?.id).toBe(sent[1]?.id);
});

test('30 the form stays closed while what is recorded beside another delivery is being sent', async () => {
  let respond: (response: Response) => void = () => undefined;
  const held = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  const { responses } = await openRecorded(paths.newDelivery({}), ['POST /deliveries'], aDelivery(), aDelivery());
  await submitBox('b2');
  responses.push(held);
  await press('Record this too');
  await screen.findByRole('button', { name: 'Submitting…' });
  expect(screen.getByLabelText('Box').matches(':disabled')).toBe(true);
  respond(json(aDelivery()));
  await waitFor(() => expect(currentPath()).toBe(paths.dashboard({ done: 'delivery' })));
});

test('32 the order pad shows the recorded prices that "Change it to this" keeps', async () => {
  const dearer = items.map((item) => (item._id === 'i1' ? { ...item, price: 9.99 } : item));
  const more = { 'GET /items': () => json(dearer) };
  await openRecorded(paths.newDelivery(), ['POST /deliveries'], aDelivery({ version: 1 }), aDelivery({}), more);
  await submitBox('b1');
  await screen.findByRole('button', { name: 'Change it to this' });
  const lines = screen.getByRole('table').textContent;
  expect(lines).toContain('$1.25');
  expect(lines).not.toContain('$9.99');
});

test('32 Edit Delivery shows the recorded prices that "Change it to this" keeps', async () => {
  const line = { item: { _id: 'i1', name: 'Cola' }, packaging: 'each', quantity: 3, unitPrice: 2, lineTotal: 6 };
  const recorded = aDelivery({ version: 3, lines: [line], total: 6 });
  await openRecorded(paths.editDelivery('d1'), ['PATCH /deliveries/d1'], recorded, recorded);
  expect((await screen.findAllByText('$3.75')).length).toBeGreaterThan(0);
  await press('Save changes');
  await screen.findByRole('button', { name: 'Change it to this' });
  expect(screen.queryAllByText('$3.75')).toHaveLength(0);
  expect(screen.getAllByText('$6.00').length).toBeGreaterThan(0);
});
