import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { daysBefore, dayStartInstant, localDay } from '../../../../src/domain/dates';
import { connectivityChanged } from '../../../../src/offline/actions';
import { paths } from '../../../../src/paths';
import { type Responses, anAdmin, json, openApp, signedIn } from '../../../support/app/openApp';

const cola = {
  ...{ _id: 'i1', name: 'Cola', sku: 'C-1', packaging: 'case', unitsPerPack: 24 },
  ...{ pricePerPack: 20, active: true, version: 3 },
};
const beginning = { validFrom: null, price: null, pricePerPack: 20, createdAt: '2026-01-01T00:00:00.000Z' };
const tomorrow = () => daysBefore(localDay(new Date()), -1);

async function open(more: Responses = {}) {
  const store = await openApp(paths.editEntry('items', 'i1'), {
    ...signedIn(anAdmin),
    'GET /items': () => json([cola]),
    'GET /items/i1/prices': () => json([beginning]),
    ...more,
  });
  return store;
}

const input = (label: string) => screen.getByLabelText(label) as HTMLInputElement;

async function openForm(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'New price' }));
}

async function type(label: string, text: string): Promise<void> {
  await userEvent.clear(input(label));
  if (text) await userEvent.type(input(label), text);
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save price' }));

test('a price is valid from tomorrow unless another day is chosen, and the history shows it as planned', async () => {
  const history = [beginning];
  const sent: unknown[] = [];
  await open({
    'GET /items/i1/prices': () => json(history),
    'POST /items/i1/prices': async (request) => {
      sent.push(await request.json());
      const made = { ...beginning, validFrom: dayStartInstant(tomorrow()), pricePerPack: 22.5 };
      history.unshift(made as never);
      return json(made, 201);
    },
  });
  await openForm();
  expect([input('From').value, input('Price per pack').value]).toEqual([tomorrow(), '20.00']);
  await type('Price per pack', '22.50');
  await save();
  expect(await screen.findByText('Planned')).toBeDefined();
  expect(sent).toEqual([{ from: dayStartInstant(tomorrow()), pricePerPack: 22.5 }]);
  expect(screen.queryByRole('button', { name: 'Save price' })).toBeNull();
});

test('a price that began after the last tick of the screen’s clock is valid now, not planned', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 27, 9, 0, 0) });
  try {
    const history = [beginning];
    await open({
      'GET /items/i1/prices': () => json(history),
      'POST /items/i1/prices': () => {
        const from = new Date().toISOString();
        history.unshift({ ...beginning, validFrom: from as never, pricePerPack: 22.5, createdAt: from });
        return json(history[0], 201);
      },
    });
    await openForm();
    vi.setSystemTime(new Date(2026, 10, 27, 9, 0, 40));
    await type('From', localDay(new Date()));
    await type('Price per pack', '22.50');
    await save();
    const begun = (await screen.findByText('$22.50')).closest('tr') as HTMLElement;
    expect(within(begun).getByText('Now')).toBeDefined();
    expect(screen.queryByText('Planned')).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('each error shows at its field, and nothing is sent', async () => {
  const sent: unknown[] = [];
  await open({ 'POST /items/i1/prices': () => json(sent.push(1)) });
  await openForm();
  await type('From', daysBefore(localDay(new Date()), 1));
  await type('Price per pack', '');
  await save();
  expect(input('From').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Choose today or a later day')).toBeDefined();
  expect(screen.getByText('Enter a price per pack or a price per piece')).toBeDefined();
  expect(sent).toEqual([]);
});

test('a refused price shows its reason in the form, which keeps what was typed', async () => {
  await open({ 'POST /items/i1/prices': () => json({ error: 'A price begins there already.' }, 409) });
  await openForm();
  await type('Price per pack', '23');
  await save();
  expect(await screen.findByText('A price begins there already.')).toBeDefined();
  expect(input('Price per pack').value).toBe('23');
});

test('Cancel is disabled while the price is saved, and not after a refusal', async () => {
  let refuse: () => void = () => undefined;
  const mayRefuse = new Promise<void>((resolve) => (refuse = resolve));
  await open({ 'POST /items/i1/prices': () => mayRefuse.then(() => json({ error: 'Not now' }, 409)) });
  await openForm();
  await save();
  await screen.findByRole('button', { name: 'Saving…' });
  const cancel = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' });
  expect(cancel.disabled).toBe(true);
  refuse();
  await screen.findByText('Not now');
  expect(cancel.disabled).toBe(false);
});

test('the page says why the history cannot be loaded, and Try again loads it', async () => {
  let isDown = true;
  await open({ 'GET /items/i1/prices': () => (isDown ? json({ error: 'Not now' }, 503) : json([beginning])) });
  expect(await screen.findByText('Not now')).toBeDefined();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: /retry|try again/i }));
  expect(await screen.findByText('The beginning')).toBeDefined();
});

test('New price is disabled without a connection', async () => {
  const store = await open();
  const begin = await screen.findByRole<HTMLButtonElement>('button', { name: 'New price' });
  store.dispatch(connectivityChanged({ online: false }));
  await waitFor(() => expect(begin.disabled).toBe(true));
});

test('the form takes the focus when it opens, and gives it back to New price when it closes', async () => {
  await open({ 'POST /items/i1/prices': () => json({ ...beginning, validFrom: dayStartInstant(tomorrow()) }, 201) });
  const begin = () => screen.findByRole('button', { name: 'New price' });
  expect(await begin()).not.toBe(document.activeElement);
  (await begin()).focus();
  await userEvent.keyboard('{Enter}');
  expect(input('From')).toBe(document.activeElement);
  screen.getByRole('button', { name: 'Cancel' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(await begin()).toBe(document.activeElement);
  await userEvent.keyboard('{Enter}');
  screen.getByRole('button', { name: 'Save price' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(await begin()).toBe(document.activeElement);
});
