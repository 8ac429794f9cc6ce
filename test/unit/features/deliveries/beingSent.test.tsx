import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { json, openApp } from '../../../support/app/openApp';
import { locationVisit } from '../../../support/app/locationVisit';

const press = (name: string) => userEvent.click(screen.getAllByRole('button', { name })[0] as HTMLElement);
const choose = (item: string) => userEvent.selectOptions(screen.getByLabelText('Item'), item);

test('while a new delivery is sent the form is disabled, because a change would not be sent', async () => {
  let respond: (response: Response) => void = () => undefined;
  const held = () => new Promise<Response>((resolve) => (respond = resolve));
  await openApp(paths.newDelivery({ visit: 'v1', box: 'b1' }), locationVisit({ 'POST /deliveries': held }));
  await screen.findByRole('option', { name: 'Cola' });
  for (const item of ['Cola', 'Chips']) {
    await choose(item);
    await press('Add item');
  }
  await press('Remove Cola');
  await press('Submit box');
  await screen.findByRole('button', { name: 'Submitting…' });
  await choose('Cola');
  await press('Add item');
  await press('Undo');
  await press('Remove Chips');
  expect(screen.getAllByRole('rowheader').map((head) => head.textContent)).toEqual(['Chips']);
  respond(json({ error: 'Box is closed' }, 409));
  await screen.findByRole('alert');
  await press('Undo');
  expect(screen.getAllByRole('rowheader').map((head) => head.textContent)).toEqual(['Cola', 'Chips']);
});
