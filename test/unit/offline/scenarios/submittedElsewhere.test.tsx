import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { visitsApi } from '../../../../src/api/visitsApi';
import { paths } from '../../../../src/paths';
import { aWrite } from '../../../support/app/aWrite';
import { boxes, locationVisit, unreachable, visit } from '../../../support/app/locationVisit';
import { aDevice } from '../../../support/app/device';
import { json, openApp } from '../../../support/app/openApp';
import { press } from '../../../support/app/press';

test('36 the work for a visit that was submitted on another device is moved to a new visit', async () => {
  const device = aDevice('http://server.test');
  const responses = locationVisit({ 'POST /deliveries': unreachable });
  const app = await openApp(paths.newDelivery({ visit: 'v1', box: 'b1' }), responses, device);
  await userEvent.selectOptions(
    await screen.findByLabelText<HTMLSelectElement>('Item'),
    await screen.findByRole('option', { name: 'Cola' }),
  );
  await press('Add item');
  await press('Submit box');
  await screen.findAllByText(/Saved locally/);
  const submit = aWrite({ outcome: 'partial' as const, note: '' });
  await app.dispatch(visitsApi.endpoints.submitVisit.initiate({ id: 'v1', ...submit }));
  cleanup();

  const submitted = { ...visit, outcome: 'partial', submittedAt: '2026-11-20T16:00:00.000Z' };
  const placed: unknown[] = [];
  await openApp(
    paths.outbox(),
    locationVisit({
      'GET /visits/v1': () => json({ visit: submitted }),
      'POST /visits': () => json({ ...visit, _id: 'v2' }),
      'POST /visits/v2/submit': () => json({ ...submitted, _id: 'v2' }),
      'POST /deliveries': async (request) => {
        const body = (await request.json()) as { visit?: string };
        if (body.visit !== 'v2') return json({ error: 'This visit was already submitted.' }, 409);
        placed.push(body.visit);
        return json({ _id: 'd2', box: boxes[0], lines: [] }, 201);
      },
    }),
    device,
  );
  await screen.findByText(/already submitted/);
  await press('Put into a new visit (2 changes)');
  // This server has no call to cancel the first try, whose response was lost.
  await screen.findByText('It may already be recorded.');
  await press('Put into a new visit (2 changes)');

  await waitFor(() => expect(placed).toEqual(['v2']));
});

test('36 the button says that the work goes into a visit that is open at the location already', async () => {
  let isReachable = false;
  const refused = () => json({ error: 'This visit was already submitted.' }, 409);
  const responses = locationVisit({
    'GET /visits/v2': () => json({ visit: { ...visit, _id: 'v2' } }),
    'POST /deliveries': () => (isReachable ? refused() : unreachable()),
  });
  const app = await openApp(paths.outbox(), responses);
  await screen.findByText(/^Ready offline/);
  const lines = [{ item: 'i1', quantity: 1, packaging: 'each' }];
  const body = { repName: 'Ana', location: 'l1', box: 'b1', visit: 'v1', lines };
  await app.dispatch(deliveriesApi.endpoints.createDelivery.initiate(aWrite(body)));
  isReachable = true;
  await press('Sync now');
  await screen.findByRole('button', { name: 'Put into a new visit' });
  await app.dispatch(visitsApi.endpoints.getVisit.initiate('v2'));
  expect(await screen.findByRole('button', { name: 'Put into the open visit' })).toBeDefined();
});
