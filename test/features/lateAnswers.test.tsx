import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { messages } from '../../src/domain/messages';
import { paths } from '../../src/paths';
import { anAdmin, aRep, currentPath, json, openApp, signedIn } from '../setup/openApp';
import { aDelivery, location, storeVisit, visit } from './storeVisit';

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text);
const choose = async (label: string, option: string) => {
  await screen.findByRole('option', { name: option });
  await userEvent.selectOptions(screen.getByLabelText(label), option);
};

interface Form {
  path: string;
  call: string;
  /** Fills it in and sends it. */
  send: () => Promise<void>;
  answer: unknown;
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
  answer: aDelivery(),
  done: messages.deliveryRecorded,
};
const startVisit = { call: 'POST /visits', answer: visit, done: messages.visitStarted };
const fromLocations: Form = { ...startVisit, path: paths.locations(), send: () => press('Start / Continue Visit') };
const forms: readonly Form[] = [
  delivery,
  {
    path: paths.editDelivery('d1'),
    call: 'PATCH /deliveries/d1',
    send: () => press('Save changes'),
    answer: aDelivery(),
    done: messages.deliveryUpdated,
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
    answer: visit,
    done: messages.visitSubmitted,
  },
  {
    path: paths.editVisit('v1'),
    call: 'PATCH /visits/v1',
    send: () => press('Save'),
    answer: visit,
    done: 'Visit updated.',
  },
  {
    path: paths.newItem(),
    call: 'POST /items',
    send: async () => {
      await type('Name', 'Gum');
      await press('Create');
    },
    answer: { _id: 'i9', name: 'Gum' },
    done: 'Item created.',
  },
  {
    path: paths.newUser(),
    call: 'POST /users',
    send: async () => {
      await type('Name', 'Bea');
      await type('Email', 'bea@x.yz');
      await type('Password', 'long enough 7');
      await press('Create');
    },
    answer: { ...aRep, _id: 'u9' },
    done: 'User created.',
  },
  {
    path: paths.newLocation(),
    call: 'POST /locations',
    send: async () => {
      await type('Name', 'Kiosk');
      await press('Create');
    },
    answer: { ...location, _id: 'l9' },
    done: 'Location created.',
  },
];

/** Sends the form, and is at the deliveries when the answer comes. */
async function answeredElsewhere({ path, call, send }: Form, answer: Response): Promise<void> {
  let come: (response: Response) => void = () => undefined;
  let isAsked = false;
  const held = () => {
    isAsked = true;
    return new Promise<Response>((resolve) => (come = resolve));
  };
  await openApp(path, {
    ...storeVisit({ 'GET /deliveries/d1': () => json(aDelivery()) }),
    ...signedIn({ ...anAdmin, roles: ['rep', 'admin'] }),
    'GET /users': () => json([aRep]),
    [call]: held,
  });
  await send();
  await waitFor(() => expect(isAsked).toBe(true));
  await userEvent.click(screen.getByRole('link', { name: 'Deliveries' }));
  await screen.findByRole('heading', { name: 'Deliveries' });
  come(answer);
}

test.each([...forms, fromLocations])(
  'a success of $call from $path brings nobody back who has gone on, and is told',
  async (form) => {
    await answeredElsewhere(form, json(form.answer, 200));
    expect((await screen.findByRole('alert')).textContent).toBe(form.done);
    expect(currentPath()).toBe('/deliveries');
  },
);

test.each([...forms, fromLocations])('a refusal of $call from $path is told to who has gone on', async (form) => {
  await answeredElsewhere(form, json({ error: 'Not today' }, 409));
  expect((await screen.findByRole('alert')).textContent).toMatch(/Not today|Failed to submit visit/);
  expect(currentPath()).toBe('/deliveries');
});
