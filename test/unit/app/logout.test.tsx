import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { paths } from '../../../src/paths';
import { saveDraft } from '../../../src/state/drafts/drafts';
import { countFormsOfOtherTabs } from '../../../src/state/drafts/openForms';
import { draftDropped } from '../../../src/state/slices/draftsSlice';
import { aDevice } from '../../support/app/device';
import { anAdmin, json, openApp, signedIn } from '../../support/app/openApp';
import { press } from '../../support/app/press';

const items = { ...signedIn(anAdmin), 'GET /items': () => json([]), 'GET /users': () => json([anAdmin]) };

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

describe('Logout while a form is filled in and not sent', () => {
  const responses = { ...items, 'POST /auth/logout': () => new Response(null, { status: 204 }) };
  const unsent = '1 form is filled in and not sent. Signing out removes what was typed from this device.';
  const inDialog = () => screen.findByRole('dialog').then((dialog) => within(dialog));

  test('asks first; Cancel keeps what was typed, Sign out deletes it', async () => {
    const store = await openApp(paths.newUser(), responses);
    await userEvent.type(await field('Name'), 'Cleo');
    await press('Logout');
    const dialog = await inDialog();
    expect(dialog.getByText(unsent)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect((await field('Name')).value).toBe('Cleo');
    expect(JSON.stringify(store.getState().drafts)).toContain('Cleo');
    await press('Logout');
    await userEvent.click((await inDialog()).getByRole('button', { name: 'Sign out' }));
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(JSON.stringify(store.getState().drafts)).not.toContain('Cleo');
  });

  test('also asks when the form is open in another tab', async () => {
    const device = aDevice('http://server.test');
    await openApp(paths.items(), responses, device);
    await screen.findByRole('heading', { name: 'Items' });
    const other = await device.open();
    other.dispatch(saveDraft({ id: 'w1', form: 'new item', value: { name: 'Gum' } }));
    await other.dispatch((_dispatch, _getState, { flush }) => flush());
    await press('Logout');
    expect((await inDialog()).getByText(unsent)).toBeDefined();
  });

  test('a form that was sent just now is none of another tab', async () => {
    const store = await openApp(paths.items(), responses);
    store.dispatch(saveDraft({ id: 'w1', form: 'new item', value: { name: 'Gum' } }));
    await store.dispatch((_dispatch, _getState, { flush }) => flush());
    store.dispatch(draftDropped('w1'));
    expect(await store.dispatch(countFormsOfOtherTabs())).toBe(0);
  });

  test('also asks after a failed submit, and while the next one runs', async () => {
    let isBroken = true;
    const tries = { 'POST /items': () => (isBroken ? json({ error: 'Down' }, 500) : new Promise<never>(() => {})) };
    await openApp(paths.newItem(), { ...responses, ...tries });
    await userEvent.type(await field('Name'), 'Gum');
    await press('Create');
    await screen.findByRole('alert');
    await press('Logout');
    const dialog = await inDialog();
    expect(dialog.getByText(unsent)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    isBroken = false;
    await press('Create');
    await press('Logout');
    const again = await inDialog();
    expect(again.getByText(/^1 change is being sent right now\./)).toBeDefined();
    expect(again.queryByText(unsent)).toBeNull();
  });
});
