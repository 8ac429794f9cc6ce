import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { connectivityChanged } from '../../../../src/offline/actions';
import { noNetwork } from '../../../support/app/device';
import { type Responses, anAdmin, goWithin, json, openApp, signedIn } from '../../../support/app/openApp';
import { press } from '../../../support/app/press';

const CSV = 'item_number,name,units_per_pack,price,price_per_pack\nL-1,Lime,12,1.10,\nK-1,Kiwi,12,,\n';
const rows = [
  { line: 2, effect: 'new', name: 'L-1 Lime', detail: '' },
  { line: 3, effect: 'refused', name: '', detail: 'price and price_per_pack are both missing' },
];
const responses: Responses = { ...signedIn(anAdmin), 'POST /imports/preview': () => json({ rows }) };
const open = (more: Responses = {}) => openApp(paths.manage('import'), { ...responses, ...more });

async function choose(content = new TextEncoder().encode(CSV)): Promise<void> {
  const file = new File([content], 'items.csv', { type: 'text/csv' });
  // jsdom's File cannot be read as bytes yet.
  file.arrayBuffer = async () => content.buffer;
  await userEvent.upload(await screen.findByLabelText('CSV file'), file);
}

test('the preview names each refused row and the reason, and the import leaves it out', async () => {
  const sent: unknown[] = [];
  await open({
    'POST /imports': async (request) => {
      sent.push(await request.json());
      return json({ created: 1, updated: 0, refused: [] });
    },
  });
  await choose();
  expect(await screen.findByText('1 added, 0 changed, 0 unchanged, 1 refused.')).toBeDefined();
  const refused = screen.getByRole('table', { name: 'Refused rows' });
  expect(within(refused).getByText('Row 3')).toBeDefined();
  expect(within(refused).getByText('price and price_per_pack are both missing')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 row' }));
  expect(await screen.findByText('Imported: 1 added, 0 changed.')).toBeDefined();
  expect(sent).toEqual([{ kind: 'items', content: CSV.split('\n').slice(0, 2).join('\n') }]);
  expect(screen.getByText('Row 3')).toBeDefined();
});

test('an import that stops after its screen was left says where', async () => {
  let refuse: () => void = () => undefined;
  const mayRefuse = new Promise<void>((resolve) => (refuse = resolve));
  await open({
    'GET /items': () => json([]),
    'POST /imports': () => mayRefuse.then(() => json({ error: 'The server is busy.' }, 503)),
  });
  await choose();
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 row' }));
  goWithin(paths.items());
  await screen.findByRole('heading', { name: 'Items' });
  refuse();
  const text = 'The import stopped after 0 rows of 1. The server is busy.';
  expect(await screen.findByText(text)).toBeDefined();
});

test('a file with only refused rows cannot be imported', async () => {
  await open({ 'POST /imports/preview': () => json({ rows: rows.slice(1) }) });
  await choose();
  expect(await screen.findByText('There is nothing to import.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
});

test.each([
  [() => json({ error: 'The column name is missing.' }, 400), 'The column name is missing.'],
  [() => new Response(null, { status: 404 }), 'This server does not import files.'],
])('the refusal of a file shows beside the field, and another file can be chosen', async (response, text) => {
  await open({ 'POST /imports/preview': response });
  await choose();
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect((screen.getByLabelText('CSV file') as HTMLInputElement).disabled).toBe(false);
});

test('a file that is not UTF-8 is not sent', async () => {
  await open({ 'POST /imports/preview': () => json({ rows: [] }) });
  await choose(new Uint8Array([0x43, 0x61, 0x66, 0xe9]));
  expect((await screen.findByRole('alert')).textContent).toContain('not in UTF-8');
});

/** The server refuses the first part that it gets, and imports the others. Returns how many it has got. */
async function openRefusedOnce(): Promise<{ count: number }> {
  const tries = { count: 0 };
  await open({
    'POST /imports': () => {
      tries.count += 1;
      return tries.count === 1 ? json({ error: 'Not now' }, 503) : json({ created: 1, updated: 0, refused: [] });
    },
  });
  return tries;
}

test('a failed part stops the import with a message, and the import can be resumed from there', async () => {
  const tries = await openRefusedOnce();
  await choose();
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 row' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'What was imported so far stays: 0 added, 0 changed.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Continue with the rest' }));
  expect(await screen.findByText('Imported: 1 added, 0 changed.')).toBeDefined();
  expect(tries.count).toBe(2);
});

test('after a failed part another file can be chosen', async () => {
  await openRefusedOnce();
  await choose();
  await press('Import 1 row');
  await screen.findByText(/What was imported so far stays/);
  await press('Choose another file');
  expect(screen.queryByText(/What was imported so far stays/)).toBeNull();
  await choose();
  await press('Import 1 row');
  expect(await screen.findByText('Imported: 1 added, 0 changed.')).toBeDefined();
});

test('a part whose response was lost is sent again as the same write', async () => {
  const keys: (string | null)[] = [];
  await open({
    'POST /imports': (request) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return keys.length === 1 ? noNetwork() : json({ created: 1, updated: 0, refused: [] });
    },
  });
  await choose();
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 row' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with the rest' }));
  expect(await screen.findByText('Imported: 1 added, 0 changed.')).toBeDefined();
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test('without a connection no file can be chosen, and the page says why', async () => {
  const store = await open();
  await screen.findByLabelText('CSV file');
  store.dispatch(connectivityChanged({ online: false }));
  expect(await screen.findByText('An import needs a connection.')).toBeDefined();
  await waitFor(() => expect((screen.getByLabelText('CSV file') as HTMLInputElement).disabled).toBe(true));
});
