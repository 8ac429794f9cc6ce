import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messages } from '../../../src/domain/messages';
import { createIdbRecordStore } from '../../../src/offline/storage/idbRecordStore';
import { deliveries, deliveryLines } from '../../../src/server/db/schema';
import { paths } from '../../../src/paths';
import { currentPath } from '../../support/app/openApp';
import { aRepsDay, fillBox, goToLocations, openVisit, submitBox } from '../../support/app/aRepsDay';

const day = aRepsDay();

const onServer = () => day.server.db.select().from(deliveries);
const onDisk = () => createIdbRecordStore().transact('readonly', ['entries'], (tx) => tx.getAll('entries'));

test('a delivery made without a connection passes every stage: disk, alert, queue, replay, tables, banner', async () => {
  const app = await day.openApp(paths.login());
  await day.signIn(app, day.ana);
  await goToLocations();
  await openVisit();
  const visitPath = currentPath();

  day.loseSignal(app);
  expect(await screen.findByText(messages.offlineBanner)).toBeDefined();
  await fillBox(3);
  const before = Date.now();
  await submitBox();
  expect((await screen.findByText(messages.savedLocally)).getAttribute('role')).toBe('alert');
  expect(currentPath()).toBe(paths.dashboard({ queued: '1' }));
  expect(screen.getByRole('link', { name: '1 waiting' })).toBeDefined();
  expect(await onDisk()).toMatchObject([{ path: '/deliveries', method: 'POST', body: { lines: [{ quantity: 3 }] } }]);
  expect(await onServer()).toEqual([]);

  day.server.time.now = new Date();
  day.regainSignal(app);
  expect(await screen.findByText(messages.syncedBanner(1))).toBeDefined();
  const rows = await onServer();
  expect(rows).toMatchObject([{ boxId: day.location.boxIds[0], locationId: day.location.locationId, totalCents: 450 }]);
  expect(rows[0]?.deliveredAt.getTime()).toBeGreaterThanOrEqual(before);
  expect(await day.server.db.select().from(deliveryLines)).toMatchObject([
    { packaging: 'each', quantityHundredths: 300 },
  ]);
  expect(await onDisk()).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('link', { name: /waiting$/ })).toBeNull());

  const reopened = await day.openApp(visitPath);
  expect(await screen.findByText('1 of 2 boxes refilled')).toBeDefined();
  expect(screen.queryByText('waiting to send')).toBeNull();
  expect(reopened.getState().queue.entries).toEqual([]);
});
