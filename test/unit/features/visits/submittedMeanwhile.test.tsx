import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { api } from '../../../../src/api/api';
import { paths } from '../../../../src/paths';
import { type Responses, currentPath, json, openApp } from '../../../support/app/openApp';
import { aDelivery, locationVisit, visit } from '../../../support/app/locationVisit';
import { press } from '../../../support/app/press';

const theirs = { ...visit, version: 2, outcome: 'partial', note: 'Theirs', submittedAt: '2026-11-20T16:00:00.000Z' };

/** Opens the app at a path of the open visit `v1`. `submitElsewhere` lets the app read the version of another user. */
async function openVisit(path: string, more: Responses = {}) {
  let current: object = { ...visit, version: 1 };
  const sent: { call: string; body: unknown }[] = [];
  const responses: Response[] = [];
  const write = (call: string, response: object) => async (request: Request) => {
    sent.push({ call, body: await request.json() });
    return responses.shift() ?? json(response);
  };
  const app = await openApp(
    path,
    locationVisit({
      'GET /visits/v1': () => json({ visit: current }),
      'POST /visits/v1/submit': write('submit', theirs),
      'PATCH /visits/v1': write('update', theirs),
      'POST /deliveries': write('deliver', aDelivery()),
      ...more,
    }),
  );
  const submitElsewhere = () => {
    current = theirs;
    act(() => void app.dispatch(api.util.invalidateTags(['Visits'])));
  };
  const drafts = () => Object.values(app.getState().drafts).filter(({ form }) => form);
  return { sent, responses, submitElsewhere, drafts };
}

const noteField = () => screen.getByLabelText<HTMLTextAreaElement>('Note');
const typeNote = async (text: string) => userEvent.type(await screen.findByLabelText('Note'), text);

test('what was entered before another user submitted the visit is kept, and Edit Visit offers it', async () => {
  const { submitElsewhere, sent } = await openVisit(paths.visit('v1'));
  await typeNote('Mine');
  submitElsewhere();
  expect(await screen.findByText(/What you entered before is kept. It is not sent/)).toBeDefined();
  expect(noteField().value).toBe('Theirs');
  await press('Edit the visit');
  await waitFor(() => expect(currentPath()).toBe(paths.editVisit('v1')));
  await press('Restore');
  expect(noteField().value).toBe('Mine');
  await press('Save');
  await waitFor(() => expect(sent).toMatchObject([{ call: 'update', body: { note: 'Mine' } }]));
});

test('a submit that failed and may be recorded is not called unsent when the visit is submitted', async () => {
  const { submitElsewhere, responses } = await openVisit(paths.visit('v1'));
  await userEvent.click(await screen.findByRole('radio', { name: 'skipped' }));
  responses.push(json({ error: 'Something broke' }, 500));
  await press('Submit Visit');
  await screen.findByText('Something broke');
  submitElsewhere();
  expect(await screen.findByText(/What you entered before is kept. It may already be recorded/)).toBeDefined();
});

test('what was entered before another user submitted the visit can be discarded', async () => {
  const { submitElsewhere, drafts } = await openVisit(paths.visit('v1'));
  await typeNote('Mine');
  submitElsewhere();
  await screen.findByText(/What you entered before/);
  await press('Discard');
  expect(screen.queryByText(/What you entered before/)).toBeNull();
  expect(drafts()).toEqual([]);
});

test('33 Send mine sends what was entered here, also after the app has read the version of the other user', async () => {
  const { submitElsewhere, sent, responses } = await openVisit(paths.visit('v1'));
  await userEvent.click(await screen.findByRole('radio', { name: 'skipped' }));
  await typeNote('Mine');
  const refusal = { error: 'Changed by Dana meanwhile.', current: theirs, changedBy: { _id: 'u9', name: 'Dana' } };
  responses.push(json(refusal, 412));
  await press('Submit Visit');
  await screen.findByText('Changed by Dana meanwhile');
  submitElsewhere();
  await waitFor(() => expect(noteField().value).toBe('Theirs'));
  expect(screen.getByRole('region', { name: 'Yours' }).textContent).toContain('Mine');
  await press('Send mine');
  await waitFor(() => expect(currentPath()).toBe(paths.dashboard({ done: 'visit' })));
  expect(sent.at(-1)).toEqual({ call: 'update', body: { outcome: 'skipped', note: 'Mine' } });
});

/** In the pad: adds a line of the first Cola. */
async function addCola(): Promise<void> {
  const [cola] = await screen.findAllByRole('button', { name: /Cola/ });
  await userEvent.click(cola as HTMLElement);
}

const alreadySubmitted = () => json({ error: 'This visit was already submitted.', reason: 'visitSubmitted' }, 409);

/** Records the box outside the visit. It is the request of that number. */
async function expectRecordedOutside(sent: readonly { body: unknown }[], requests: number): Promise<void> {
  await press('Record outside the visit');
  await waitFor(() => expect(currentPath()).toBe(paths.newDelivery({ box: 'b1' })));
  await press('Restore');
  await press('Submit box');
  await waitFor(() => expect(sent).toHaveLength(requests));
  const { body } = sent[requests - 1] ?? {};
  expect(body).toMatchObject({ location: 'l1', box: 'b1', lines: [{ item: 'i1' }] });
  expect(body).not.toHaveProperty('visit');
}

test('the lines of a box of a visit that was submitted meanwhile can be recorded outside the visit', async () => {
  const { submitElsewhere, sent } = await openVisit(paths.newDelivery({ visit: 'v1', box: 'b1' }));
  await addCola();
  submitElsewhere();
  expect(await screen.findByText(/What you entered for this box is kept/)).toBeDefined();
  await expectRecordedOutside(sent, 1);
});

test('a box that the server refuses because its visit is submitted can be discarded, and the visit opens', async () => {
  const { responses, drafts } = await openVisit(paths.newDelivery({ visit: 'v1', box: 'b1' }));
  await addCola();
  responses.push(alreadySubmitted());
  await press('Submit box');
  await press('Discard');
  await waitFor(() => expect(currentPath()).toBe(paths.visit('v1')));
  expect(drafts()).toEqual([]);
});

test('a box that the server refuses because its visit is submitted can be recorded outside the visit', async () => {
  const { responses, sent } = await openVisit(paths.newDelivery({ visit: 'v1', box: 'b1' }));
  await addCola();
  responses.push(alreadySubmitted());
  await press('Submit box');
  expect((await screen.findByRole('alert')).textContent).toContain('Request failed (409)');
  await expectRecordedOutside(sent, 2);
});

test('the note of a visit cannot be changed while its correction is being sent', async () => {
  let respond: (response: Response) => void = () => undefined;
  const held = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  let tries = 0;
  const earlier = { status: 200, response: { ...visit, version: 2, outcome: 'partial', note: 'Then' } };
  await openVisit(paths.editVisit('v1'), {
    'PATCH /visits/v1': () => {
      tries += 1;
      return tries === 1 ? json({ error: 'Used for another change', earlier }, 422) : held;
    },
  });
  await typeNote('Now');
  await press('Save');
  await screen.findByText('Already recorded: partial, “Then”');
  await press('Change it to this');
  await waitFor(() => expect(noteField().readOnly).toBe(true));
  respond(json(theirs));
  await waitFor(() => expect(currentPath()).toBe(paths.visitDetails('v1')));
});
