import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messages } from '../../../src/domain/messages';
import { screenMessages } from '../../../src/domain/screenMessages';
import { paths } from '../../../src/paths';
import { deliveries, deliveryLines } from '../../../src/server/db/schema';
import type { AppStore } from '../../../src/state/root/types';
import { noNetwork } from '../../support/app/device';
import { currentPath } from '../../support/app/openApp';
import { addColas, aRepsDay, fillBox, goToLocations, openVisit, submitBox } from '../../support/app/aRepsDay';
import { press } from '../../support/app/press';
import { recordThen, serverError } from './lostResponses';

const day = aRepsDay();

const deliveryRows = () => day.server.db.select().from(deliveries);
const lineRows = () => day.server.db.select().from(deliveryLines);
const savedOnDisk = (app: AppStore) => app.dispatch((_dispatch, _getState, { flush }) => flush());

/** Ana at the form of the first box, with so many colas in its lines. */
async function boxWith(colas: number): Promise<AppStore> {
  const app = await day.openApp(paths.login());
  await day.signIn(app, day.ana);
  await goToLocations();
  await openVisit();
  await fillBox(colas);
  await screen.findByRole('button', { name: 'Remove Cola' });
  return app;
}

/** The same, recorded by the server, which then responds with 500; gives the URL of the form. */
async function boxOfUnknownOutcome(): Promise<string> {
  const app = await boxWith(3);
  const path = currentPath();
  recordThen(day, serverError);
  await submitBox();
  await screen.findByText(/^Request failed \(500\)/);
  await savedOnDisk(app);
  return path;
}

test('30 a box that got a 500 after it was recorded makes one delivery when it is restored and sent again', async () => {
  const path = await boxOfUnknownOutcome();
  await day.openApp(path);
  expect(await screen.findByText(/It may already be recorded/)).toBeDefined();
  await press('Restore');
  await submitBox();
  await screen.findByText(screenMessages.deliveryRecorded);
  expect(await deliveryRows()).toHaveLength(1);
});

test('30 such a box sent with changed lines shows what was recorded, and "Change it to this" edits that delivery', async () => {
  const path = await boxOfUnknownOutcome();
  const app = await day.openApp(path);
  await press('Restore');
  await press('Remove Cola');
  await addColas(5);
  await submitBox();
  expect(await screen.findByText('Already recorded: 3 each Cola')).toBeDefined();
  await press('Change it to this');
  await screen.findByText(screenMessages.deliveryRecorded);
  expect(await deliveryRows()).toHaveLength(1);
  expect(await lineRows()).toMatchObject([{ quantityHundredths: 500 }]);
  expect(Object.values(app.getState().drafts).filter(({ form }) => form)).toEqual([]);
});

test('30 such a box left as it was recorded is one delivery with its first lines, and its draft is deleted', async () => {
  const path = await boxOfUnknownOutcome();
  await press('Remove Cola');
  await addColas(5);
  await submitBox();
  await press('Leave it');
  await screen.findByText(screenMessages.deliveryRecorded);
  expect(await lineRows()).toMatchObject([{ quantityHundredths: 300 }]);
  await day.openApp(path);
  await screen.findByRole('button', { name: 'Submit box' });
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
});

test('31 the same box filled in a new form makes a second delivery, though the first got a 500', async () => {
  const path = await boxOfUnknownOutcome();
  await day.openApp(path);
  await press('Discard');
  await addColas(3);
  await submitBox();
  await screen.findByText(screenMessages.deliveryRecorded);
  expect(await deliveryRows()).toHaveLength(2);
});

test('30 a draft is not offered once "Saved locally" was shown, though its tab was killed right then', async () => {
  const app = await boxWith(3);
  const path = currentPath();
  await savedOnDisk(app);
  const onDisk = new Map(day.device.caches);
  day.loseSignal(app);
  await submitBox();
  await screen.findByText(messages.savedLocally);
  // The disk as it was when the sentence came up: the draft has not been removed there yet.
  for (const [key, text] of onDisk) day.device.caches.set(key, text);
  const again = await day.openApp(path);
  await screen.findByRole('button', { name: 'Submit box' });
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  day.regainSignal(again);
  await waitFor(async () => expect(await deliveryRows()).toHaveLength(1));
});

test('30 two tabs with the same form each leave a draft; they are offered one after the other, the newest first', async () => {
  const first = await boxWith(3);
  const path = currentPath();
  await savedOnDisk(first);
  const second = await day.openApp(path);
  await addColas(4);
  await savedOnDisk(second);
  await savedOnDisk(first);
  await day.openApp(path);
  await press('Restore');
  await waitFor(() => expect(screen.getByLabelText('Cola quantity')).toHaveProperty('value', '4'));
  await press('Restore');
  await waitFor(() => expect(screen.getByLabelText('Cola quantity')).toHaveProperty('value', '3'));
});

test('30 a change that was discarded elsewhere says so, and has a new write id at the next press', async () => {
  await boxWith(3);
  const gone = { error: 'This change was discarded.' };
  day.device.network.passing = async (request, response) => {
    if (request.method === 'GET') return response();
    day.device.network.passing = null;
    return Response.json(gone, { status: 410 });
  };
  await submitBox();
  expect(await screen.findByText(screenMessages.discardedBefore)).toBeDefined();
  await submitBox();
  await screen.findByText(screenMessages.deliveryRecorded);
  expect(await deliveryRows()).toHaveLength(1);
});

test('30 a box that could not be stored and whose response was lost says so after a reload, and makes one delivery', async () => {
  const app = await boxWith(3);
  const path = currentPath();
  day.device.isDiskFull = true;
  recordThen(day, noNetwork);
  await submitBox();
  expect(await screen.findByText(messages.couldNotSave)).toBeDefined();
  await savedOnDisk(app);
  day.device.isDiskFull = false;
  await day.openApp(path);
  expect(await screen.findByText(/It may already be recorded/)).toBeDefined();
  await press('Restore');
  await submitBox();
  await screen.findByText(screenMessages.deliveryRecorded);
  expect(await deliveryRows()).toHaveLength(1);
});
