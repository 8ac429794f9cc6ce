import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { SyncDevice, SyncRow } from '../../../../src/contract/sync';
import { HOUR_MS } from '../../../../src/domain/durations';
import { paths } from '../../../../src/paths';
import { type Responses, anAdmin, json, openApp, signedIn } from '../../../support/app/openApp';

const AT = '2026-03-10T15:00:00.000Z';
const report: SyncDevice['report'] = { device: 'd1', build: 'main-1a.js', waiting: 0, refusedCount: 0, refused: [] };
const row = (name: string, change: Partial<SyncDevice['report']> | null): SyncRow => ({
  user: { _id: name, name, active: true, lastSignInAt: AT },
  device: change && {
    ...{ _id: 'd1', heardAt: AT, userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/130.0', ip: '192.0.2.1' },
    ...{ report: { ...report, ...change }, recording: null },
  },
});
const refused = {
  ...{ id: 'e1', description: 'Delivery for Box 1', reason: 'Water was deactivated.', status: 409, capturedAt: AT },
  payload: '{"path":"/deliveries"}',
};

const open = (rows: SyncRow[] | (() => Response | Promise<Response>)) => {
  const list = typeof rows === 'function' ? rows : () => json(rows);
  return openApp(paths.sync(), { ...signedIn(anAdmin), 'GET /sync': list } satisfies Responses);
};
const cardOf = async (name: string) => {
  const card = (await screen.findByRole('heading', { name: new RegExp(`^${name}`) })).closest('li');
  return within(card as HTMLElement);
};

test('each device lists what waits and what was refused there, in words and as it was sent', async () => {
  await open([row('Ada', { waiting: 2, refusedCount: 3, refused: [refused] }), row('Bo', {}), row('Cy', null)]);
  const ada = await cardOf('Ada');
  expect(ada.getByText('3 refused')).toBeDefined();
  expect(ada.getByText('2 waiting')).toBeDefined();
  expect(ada.getByText('Delivery for Box 1')).toBeDefined();
  expect(ada.getByText('Water was deactivated. (409)')).toBeDefined();
  expect(ada.getByText(refused.payload)).toBeDefined();
  expect(ada.getByText('2 more refused changes on the device.')).toBeDefined();
  expect((await cardOf('Bo')).getByText('all sent')).toBeDefined();
  expect((await cardOf('Cy')).getByText('no device yet')).toBeDefined();
});

test('a device without a report for more than a day and one of a deactivated user are marked', async () => {
  const heard = (who: SyncRow, heardAt: string): SyncRow =>
    who.device ? { ...who, device: { ...who.device, heardAt } } : who;
  const bo = row('Bo', { waiting: 1 });
  await open([
    heard(row('Ada', {}), new Date(Date.now() - 25 * HOUR_MS).toISOString()),
    heard({ ...bo, user: { ...bo.user, active: false } }, new Date().toISOString()),
  ]);
  const ada = await cardOf('Ada');
  expect(ada.getByText('silent')).toBeDefined();
  expect(ada.getByText(/No report since/)).toBeDefined();
  const deactivated = await cardOf('Bo');
  expect(deactivated.getByText('deactivated')).toBeDefined();
  expect(deactivated.queryByText('silent')).toBeNull();
  expect(deactivated.getByText(/Last report/)).toBeDefined();
});

test('a clock that is off and a device that is nearly full are marked', async () => {
  await open([row('Ada', { clockOffMs: 20 * 60_000, spaceLeftBytes: 1_000_000 })]);
  const ada = await cardOf('Ada');
  expect(ada.getByText('clock off by 20 minutes')).toBeDefined();
  expect(ada.getByText('1 MB left')).toBeDefined();
});

test('the page says why the list cannot be loaded, and Refresh loads it', async () => {
  let isDown = true;
  await open(() => (isDown ? json({ error: 'Not now' }, 503) : json([row('Ada', {})])));
  expect(await screen.findByText('Not now')).toBeDefined();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect((await cardOf('Ada')).getByText('all sent')).toBeDefined();
});

test('the page says that the list is loading', async () => {
  await open(() => new Promise(() => undefined));
  expect(await screen.findByText('Loading the devices…')).toBeDefined();
});

test('the page says that no device has reported', async () => {
  await open([]);
  expect(await screen.findByText('No device has reported yet.')).toBeDefined();
});
