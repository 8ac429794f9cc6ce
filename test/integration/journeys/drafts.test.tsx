import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { screenMessages } from '../../../src/domain/screenMessages';
import { paths } from '../../../src/paths';
import { currentPath } from '../../support/app/openApp';
import { aRepsDay, fillBox, goToLocations, openVisit, submitBox } from '../../support/app/aRepsDay';

const day = aRepsDay();

/** A box with three colas entered and not submitted; gives its URL. */
async function halfFilledBox(): Promise<string> {
  const app = await day.openApp(paths.login());
  await day.signIn(app, day.ana);
  await goToLocations();
  await openVisit();
  await fillBox(3);
  await screen.findByRole('button', { name: 'Remove Cola' });
  return currentPath();
}

test('a half-filled delivery survives a killed tab, is restored by Restore, and its draft is deleted by the submit', async () => {
  const path = await halfFilledBox();
  await day.openApp(path);
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(await screen.findByRole('button', { name: 'Remove Cola' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  await submitBox();
  await screen.findByText(screenMessages.deliveryRecorded);
  await day.openApp(path);
  await screen.findByRole('button', { name: 'Submit box' });
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
});

test('Discard deletes the draft of a half-filled delivery for good', async () => {
  const path = await halfFilledBox();
  await day.openApp(path);
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('button', { name: 'Remove Cola' })).toBeNull();
  await day.openApp(path);
  await screen.findByRole('button', { name: 'Submit box' });
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
});

test('a draft is offered, not filled in, after a look at another screen', async () => {
  await halfFilledBox();
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await userEvent.click((await screen.findAllByRole('link', { name: 'Refill this box' }))[0] as HTMLElement);
  await screen.findByRole('button', { name: 'Submit box' });
  expect(screen.queryByRole('button', { name: 'Remove Cola' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByRole('button', { name: 'Remove Cola' })).toBeDefined();
});
