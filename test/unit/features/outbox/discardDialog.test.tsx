import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { visitsApi } from '../../../../src/api/visitsApi';
import { localIdOf } from '../../../../src/domain/ids';
import { paths } from '../../../../src/paths';
import { aWrite } from '../../../support/app/aWrite';
import { noNetwork } from '../../../support/app/device';
import { locationVisit } from '../../../support/app/locationVisit';
import { json, openApp, startEnded } from '../../../support/app/openApp';

const { getVisit, startVisit, submitVisit } = visitsApi.endpoints;
const { createDelivery } = deliveriesApi.endpoints;
const CONTINUES = 'The next visit at this location will continue this one.';

/** The dialog that discards a submit, which the server has refused with this body and status. */
async function dialogOfRefusedSubmit(
  { hasNextVisit, button = 'Discard' }: { hasNextVisit: boolean; button?: string },
  refusal: object,
  status: number,
) {
  let respond: () => Response = noNetwork;
  const responses = locationVisit({ 'POST /visits/v1/submit': () => respond(), 'POST /visits': noNetwork });
  const app = await openApp(paths.outbox(), responses);
  await startEnded(app);
  await app.dispatch(getVisit.initiate('v1'));
  await app.dispatch(submitVisit.initiate({ id: 'v1', ...aWrite({ outcome: 'completed' as const, note: '' }) }));
  if (hasNextVisit) await app.dispatch(startVisit.initiate(aWrite({ location: 'l1' })));
  respond = () => json(refusal, status);
  await userEvent.click(await screen.findByRole('button', { name: 'Sync now' }));
  await screen.findByText(/^Not sent/);
  const [submit] = screen.getAllByRole('listitem');
  await userEvent.click(within(submit as HTMLElement).getByRole('button', { name: button }));
  return within(screen.getByRole('dialog'));
}

test.each([
  ['with a later start at its location', true, { error: 'Not all boxes are refilled.' }, 409, true],
  ['without a later start', false, { error: 'Not all boxes are refilled.' }, 409, false],
  ['of a visit that the server lacks', true, { error: 'Visit not found', reason: 'visitMissing' }, 404, false],
  ['of a submitted visit', true, { error: 'Already submitted.', reason: 'visitSubmitted' }, 409, false],
])('the discard of a refused submit %s says whether the next visit continues its visit', async (...given) => {
  const [, hasNextVisit, refusal, status, isSaid] = given;
  const dialog = await dialogOfRefusedSubmit({ hasNextVisit }, refusal, status);
  expect(dialog.queryByText(CONTINUES) !== null).toBe(isSaid);
});

test('34 Keep theirs of a submit asks first, because its visit stays open', async () => {
  const current = { _id: 'v1', note: 'Theirs', outcome: null, submittedAt: null, version: 2 };
  const refusal = { error: 'Changed', current, changedBy: { name: 'Dana' } };
  const dialog = await dialogOfRefusedSubmit({ hasNextVisit: true, button: 'Keep theirs' }, refusal, 412);
  dialog.getByText(CONTINUES);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('Changed by Dana meanwhile')).toBeDefined();
});

test('the discard of a started visit counts what belongs to it', async () => {
  const app = await openApp(
    paths.outbox(),
    locationVisit({ 'POST /visits': noNetwork, 'POST /deliveries': noNetwork }),
  );
  await startEnded(app);
  const start = aWrite({ location: 'l1' });
  await app.dispatch(startVisit.initiate(start));
  const visit = localIdOf(start.writeId);
  for (const box of ['b1', 'b2']) {
    const lines = [{ item: 'i1', quantity: 1, packaging: 'each' }];
    const body = { repName: 'Ana', location: 'l1', box, lines, visit };
    await app.dispatch(createDelivery.initiate({ ...aWrite(body), pricesAsOf: null }));
  }
  await app.dispatch(submitVisit.initiate({ id: visit, ...aWrite({ outcome: 'completed' as const, note: '' }) }));
  const [first] = await screen.findAllByRole('listitem');
  await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Discard' }));
  const title = 'Discard the visit and the 3 changes that belong to it?';
  expect(screen.getByRole('dialog', { name: title })).toBeDefined();
});

test('a second press of Discard while the server is asked does nothing', async () => {
  const waiting: ((response: Response) => void)[] = [];
  const start = aWrite({ location: 'l1' });
  const app = await openApp(
    paths.outbox(),
    locationVisit({
      'POST /visits': noNetwork,
      [`DELETE /writes/${start.writeId}`]: () => new Promise((resolve) => waiting.push(resolve)),
    }),
  );
  await startEnded(app);
  await app.dispatch(startVisit.initiate(start));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  const discard = within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' });
  await userEvent.click(discard);
  await waitFor(() => expect(waiting).toHaveLength(1));
  await userEvent.click(discard);
  expect(screen.queryByText(/It is being sent right now/)).toBeNull();
  waiting[0]?.(json({ state: 'unknown' }));
  expect(await screen.findByRole('button', { name: 'Discard anyway' })).toBeDefined();
  expect(waiting).toHaveLength(1);
});
