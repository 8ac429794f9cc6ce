import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { visitsApi } from '../../../../src/api/visitsApi';
import { dayStartMs } from '../../../../src/domain/dates';
import { entrySentAtOnce } from '../../../../src/offline/actions';
import { paths } from '../../../../src/paths';
import { SENT_MAX, sentToday } from '../../../../src/state/slices/sentToday';
import { aWrite } from '../../../support/app/aWrite';
import { aDevice, noNetwork } from '../../../support/app/device';
import { aDelivery, boxes, items, location, visit } from '../../../support/app/locationVisit';
import { aRep, json, openApp, startEnded, signedIn } from '../../../support/app/openApp';
import { aSummary } from '../../../support/queue/anEntry';

const responses = {
  ...signedIn(aRep),
  'GET /items': () => json(items),
  'GET /locations': () => json([location]),
  'GET /boxes': () => json(boxes),
  'GET /health': () => json({ ok: true }),
  'POST /deliveries': () => json(aDelivery(), 201),
};

const delivery = { location: 'l1', box: 'b1', repName: 'Ana', lines: [{ item: 'i1', quantity: 2, packaging: 'each' }] };

const rows = async () => within(await screen.findByRole('list', { name: 'Sent today' })).getAllByRole('listitem');

async function openOutbox(device = aDevice('http://server.test'), more: object = {}) {
  const store = await openApp(paths.outbox(), { ...responses, ...more }, device);
  await screen.findByRole('heading', { name: 'Outbox' });
  await startEnded(store);
  return store;
}

test('the outbox lists what was sent today, newest first, with location, time and the number at the server', async () => {
  let isReachable = false;
  const store = await openOutbox(aDevice('http://server.test'), {
    'POST /visits': () => (isReachable ? json(visit, 201) : noNetwork()),
  });
  expect(screen.queryByText('Sent today')).toBeNull();
  await store.dispatch(visitsApi.endpoints.startVisit.initiate(aWrite({ location: 'l1' })));
  await screen.findByRole('list', { name: 'Waiting changes' });
  isReachable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Sync now' }));
  expect(await rows()).toHaveLength(1);
  await store.dispatch(deliveriesApi.endpoints.createDelivery.initiate({ ...aWrite(delivery), pricesAsOf: null }));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  const [newest, first] = await rows();
  const link = within(newest as HTMLElement).getByRole('link', { name: 'Refill Cooler at Corner Pantry, 1 line' });
  expect(link.getAttribute('href')).toBe('/deliveries/d1');
  expect(newest?.textContent).toMatch(/sentToday \d\d:\d\dNo\. d1$/);
  expect(
    within(first as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/visits/v1');
  expect(first?.textContent).toContain('Start a visit at Corner Pantry');
});

test('the list survives a restart of the app, and another user does not see it', async () => {
  const device = aDevice('http://server.test');
  const store = await openOutbox(device);
  await store.dispatch(deliveriesApi.endpoints.createDelivery.initiate({ ...aWrite(delivery), pricesAsOf: null }));
  const stored = () => [...device.caches].filter(([key]) => key.startsWith('sent:')).join();
  await waitFor(() => expect(stored()).toContain('d1'));
  cleanup();
  await openOutbox(device);
  expect(await rows()).toHaveLength(1);
  cleanup();
  await openOutbox(device, signedIn({ ...aRep, _id: 'u7', name: 'Ben' }));
  expect(screen.queryByText('Sent today')).toBeNull();
  await waitFor(() => expect(stored()).toBe(''));
});

const sentAt = (at: number, id: string) =>
  entrySentAtOnce({ entry: aSummary({ id, userId: aRep._id }), response: { _id: id }, at });

test('the list is empty on the next day', async () => {
  const store = await openOutbox();
  const today = dayStartMs(new Date());
  store.dispatch(sentAt(today - 1, 'yesterday'));
  store.dispatch(sentAt(today, 'today'));
  expect(await rows()).toHaveLength(1);
});

test('the list holds the newest hundred, and none older than a day', () => {
  const many = Array.from({ length: SENT_MAX + 5 }, (_, at) => sentAt(at, `e${at}`));
  const known = many.reduce(sentToday.reducer, sentToday.getInitialState());
  expect(Object.keys(known.byKey)).toHaveLength(SENT_MAX);
  expect(Object.keys(known.byKey)[0]).toBe('e5');
  const later = sentToday.reducer(known, sentAt(10 * 86_400_000, 'later'));
  expect(Object.keys(later.byKey)).toEqual(['later']);
});
