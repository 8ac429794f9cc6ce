import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { messages } from '../../../src/domain/messages';
import { screenMessages } from '../../../src/domain/screenMessages';
import { paths } from '../../../src/paths';
import { noNetwork } from '../../support/app/device';
import { choose, createItem, createUser, type } from '../../support/app/fillIn';
import { anAdmin, aRep, currentPath, json, openApp, signedIn, goWithin } from '../../support/app/openApp';
import { aDelivery, items, location, locationVisit, visit } from '../../support/app/locationVisit';
import { press } from '../../support/app/press';

interface Form {
  path: string;
  call: string;
  /** Fills it in and sends it. */
  send: () => Promise<void>;
  response: unknown;
  /** What is told of a success. */
  done: string;
}

const delivery: Form = {
  path: paths.newDelivery({ visit: 'v1', box: 'b1' }),
  call: 'POST /deliveries',
  send: async () => {
    await choose('Item', 'Cola');
    await press('Add item');
    await press('Submit box');
  },
  response: aDelivery(),
  done: screenMessages.deliveryRecorded,
};
const startVisit = { call: 'POST /visits', response: visit, done: messages.visitStarted };
const fromLocations: Form = { ...startVisit, path: paths.locations(), send: () => press('Start / Continue Visit') };
const forms: readonly Form[] = [
  delivery,
  {
    path: paths.editDelivery('d1'),
    call: 'PATCH /deliveries/d1',
    send: () => press('Save changes'),
    response: aDelivery(),
    done: screenMessages.deliveryUpdated,
  },
  {
    ...startVisit,
    path: paths.startVisit(),
    send: async () => {
      await choose('Location', 'Corner Pantry');
      await press('Start');
    },
  },
  {
    path: paths.visit('v1'),
    call: 'POST /visits/v1/submit',
    send: async () => {
      await userEvent.click(await screen.findByRole('radio', { name: 'skipped' }));
      await press('Submit Visit');
    },
    response: visit,
    done: screenMessages.visitSubmitted,
  },
  {
    path: paths.editVisit('v1'),
    call: 'PATCH /visits/v1',
    send: () => press('Save'),
    response: visit,
    done: 'Visit updated.',
  },
  {
    path: paths.newItem(),
    call: 'POST /items',
    send: createItem,
    response: { _id: 'i9', name: 'Gum' },
    done: 'Item created.',
  },
  {
    path: paths.newUser(),
    call: 'POST /users',
    send: createUser,
    response: { ...aRep, _id: 'u9' },
    done: 'User created.',
  },
  {
    path: paths.newLocation(),
    call: 'POST /locations',
    send: async () => {
      await type('Name', 'Kiosk');
      await press('Create');
    },
    response: { ...location, _id: 'l9' },
    done: 'Location created.',
  },
];

/** Forms whose screen stays open after a success. */
const inPlace: readonly Pick<Form, 'path' | 'call' | 'send'>[] = [
  {
    path: paths.user(aRep._id),
    call: `PATCH /users/${aRep._id}`,
    send: async () => {
      await type('Email', '.org');
      await press('Save');
    },
  },
  {
    path: paths.user(aRep._id),
    call: `POST /users/${aRep._id}/password`,
    send: async () => {
      await press('Reset password');
      await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset' }));
    },
  },
  {
    path: paths.users(),
    call: `PATCH /users/${aRep._id}`,
    send: async () => userEvent.click(await screen.findByRole('checkbox', { name: 'Active: Ana' })),
  },
  {
    path: paths.editEntry('items', 'i1'),
    call: 'POST /items/i1/prices',
    send: async () => {
      await press('New price');
      await type('Price per pack', '23');
      await press('Save price');
    },
  },
];

/** Sends the form; gives its response, `null` for a network that fails. */
async function sent({
  path,
  call,
  send,
}: Pick<Form, 'path' | 'call' | 'send'>): Promise<(response: Response | null) => void> {
  let come: ((response: Response | null) => void) | undefined;
  const held = async () => (await new Promise<Response | null>((resolve) => (come = resolve))) ?? noNetwork();
  await openApp(path, {
    ...locationVisit({ 'GET /deliveries/d1': () => json(aDelivery()) }),
    ...signedIn({ ...anAdmin, roles: ['rep', 'admin'] }),
    'GET /users': () => json([aRep]),
    'GET /items': () => json(items.map((item) => ({ ...item, version: 1 }))),
    'GET /items/i1/prices': () => json([]),
    'GET /locations': (request) => json(new URL(request.url).searchParams.has('q') ? [] : [location]),
    [call]: held,
  });
  await send();
  await waitFor(() => expect(come).toBeDefined());
  return (response) => come?.(response);
}

/** Sends the form. The user is at the deliveries when the response comes. */
async function respondedElsewhere(form: Parameters<typeof sent>[0], response: Response | null): Promise<void> {
  const come = await sent(form);
  await userEvent.click(screen.getByRole('link', { name: 'Deliveries' }));
  await screen.findByRole('heading', { name: 'Deliveries' });
  come(response);
}

test.each([...forms, fromLocations])(
  'a late success of $call from $path notifies a user on another screen, who stays there',
  async (form) => {
    await respondedElsewhere(form, json(form.response, 200));
    expect((await screen.findByRole('alert')).textContent).toBe(form.done);
    expect(currentPath()).toBe('/deliveries');
  },
);

test.each(forms.concat(fromLocations).filter(({ call }) => call === startVisit.call))(
  'a late start from $path that is queued notifies a user on another screen with a warning',
  async (form) => {
    await respondedElsewhere(form, null);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(messages.savedLocally);
    expect(alert.parentElement?.className).toMatch(/warning/);
    expect(screen.queryByText(messages.visitStarted)).toBeNull();
  },
);

test.each([...forms, fromLocations, ...inPlace])(
  'a late refusal of $call from $path notifies a user on another screen',
  async (form) => {
    await respondedElsewhere(form, json({ error: 'Not today' }, 409));
    expect((await screen.findByRole('alert')).textContent).toMatch(/Not today|Failed to submit visit/);
    expect(currentPath()).toBe('/deliveries');
  },
);

test('a late success moves on a user who reopened the same form, and leaves no draft to send again', async () => {
  const come = await sent(delivery);
  await userEvent.click(screen.getByRole('link', { name: 'Deliveries' }));
  await screen.findByRole('heading', { name: 'Deliveries' });
  goWithin(delivery.path);
  await screen.findByRole('button', { name: 'Submit box' });
  come(json(delivery.response, 200));
  await waitFor(() => expect(currentPath()).toBe(paths.visit('v1', { done: 'delivery' })));
  goWithin(delivery.path);
  await screen.findByRole('button', { name: 'Submit box' });
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
});

test('a started visit opens even when a search has removed its card from the screen', async () => {
  const come = await sent(fromLocations);
  await userEvent.type(screen.getByRole('searchbox'), 'x');
  await screen.findByText('No locations found.');
  come(json(visit, 200));
  await waitFor(() => expect(currentPath()).toBe(paths.visit('v1')));
});

test.each([delivery, fromLocations])(
  'a user whose session ended at $call from $path sees no alert at the sign-in',
  async (form) => {
    const come = await sent(form);
    come(json({ error: 'Sign in first' }, 401));
    await screen.findByLabelText('Password');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);
