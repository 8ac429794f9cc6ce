import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../../src/contract/audit';
import { paths } from '../../../../src/paths';
import { catchDownloads } from '../../../support/app/catchDownloads';
import { type Responses, anAdmin, currentPath, json, openApp, signedIn } from '../../../support/app/openApp';
import { showOnPhone } from '../../../support/app/phoneScreen';

const line = { position: 1, itemId: 'i1', packaging: 'each', quantityHundredths: 500, unitPriceCents: 125 };
const entry: AuditEntry = {
  ...{ _id: 'a1', user: { _id: 'u2', name: 'Dana' }, at: '2026-03-10T15:00:00.000Z' },
  ...{ action: 'update', entity: 'delivery', entityId: 'd1', entityName: 'Box 1, North Market' },
  ...{ before: [line], after: [{ ...line, quantityHundredths: 700 }] },
};
const cola = { _id: 'i1', name: 'Cola', sku: '', packaging: 'each', unitsPerPack: 12, pricePerPack: 15, active: true };
const page = (data: AuditEntry[], hasMore = false) =>
  json({ data, pageInfo: { page: 1, limit: 50, total: data.length, hasMore } });

async function open(more: Responses = {}, path: string = paths.audit()) {
  const responses: Responses = {
    ...signedIn(anAdmin),
    'GET /items': () => json([cola]),
    'GET /users': () => json([anAdmin]),
    'GET /audit': () => page([entry]),
  };
  await openApp(path, { ...responses, ...more });
}

test('the edit of a delivery shows its lines before and after, by the names of the items', async () => {
  await open();
  const heading = await screen.findByRole('heading', { name: 'Dana changed a delivery: Box 1, North Market' });
  const shown = within(heading.closest('li') as HTMLElement);
  expect(await shown.findByText('5 each Cola at $1.25')).toBeDefined();
  expect(shown.getByText('7 each Cola at $1.25')).toBeDefined();
  expect(shown.getByRole('link', { name: 'a delivery' }).getAttribute('href')).toBe(paths.delivery('d1'));
});

test('an entry with nothing before it has no column for it', async () => {
  const signIn: AuditEntry = { ...entry, action: 'signIn', entity: 'user', before: null, after: { ip: '10.0.0.7' } };
  await open({ 'GET /audit': () => page([signIn]) });
  const row = (await screen.findByText('10.0.0.7')).closest('tr') as HTMLElement;
  expect([...row.children].map(({ textContent }) => textContent)).toEqual(['Address', '10.0.0.7']);
});

test('an entry whose values the server left out says that the CSV has them', async () => {
  await open({ 'GET /audit': () => page([{ ...entry, before: null, after: null, isShortened: true }]) });
  expect(await screen.findByText('The values are too long for this page. The CSV has them.')).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

test('"Only this delivery" filters the list by that delivery', async () => {
  const queries: string[] = [];
  await open({
    'GET /audit': (request) => {
      queries.push(new URL(request.url).search);
      return page([entry]);
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Only this delivery' }));
  await waitFor(() => expect(currentPath()).toBe(`${paths.audit()}?entity=delivery&entityId=d1`));
  await waitFor(() => expect(queries.at(-1)).toContain('entity=delivery&entityId=d1'));
});

test('a page behind the last one says so, and Prev leads to the last one', async () => {
  const beyond = () => json({ data: [], pageInfo: { page: 9, limit: 50, total: 120, hasMore: false } });
  await open({ 'GET /audit': beyond }, `${paths.audit()}?page=9`);
  expect(await screen.findByText('The list has no such page.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Prev' }));
  await waitFor(() => expect(currentPath()).toBe(`${paths.audit()}?page=3`));
});

test('a person whom the list of users does not have stays chosen in the filter and in its summary', async () => {
  showOnPhone();
  await open({}, `${paths.audit()}?user=u9`);
  expect(await screen.findByRole('button', { name: '… · all records · all days' })).toBeDefined();
  expect((await screen.findByLabelText<HTMLSelectElement>('Person')).selectedOptions[0]?.text).toBe('…');
});

test('the summary of the filters says that one record is chosen', async () => {
  showOnPhone();
  await open({}, `${paths.audit()}?entityId=d1`);
  expect(await screen.findByRole('button', { name: 'Everybody · all records · one record · all days' })).toBeDefined();
});

test('while a filter changes, no count of the rows before it is shown', async () => {
  let respond: () => void = () => undefined;
  const mayRespond = new Promise<void>((resolve) => (respond = resolve));
  let requests = 0;
  await open({ 'GET /audit': () => ((requests += 1) === 1 ? page([entry]) : mayRespond.then(() => page([]))) });
  expect(await screen.findByText('Showing 1 of 1 entries')).toBeDefined();
  await userEvent.selectOptions(screen.getByLabelText('Record'), 'Item');
  expect(await screen.findByText('Loading the audit…')).toBeDefined();
  expect(screen.queryByText('Showing 1 of 1 entries')).toBeNull();
  respond();
  expect(await screen.findByText('Nothing was changed in what the filters leave.')).toBeDefined();
});

test('an empty filter result says so', async () => {
  await open({ 'GET /audit': () => page([]) });
  expect(await screen.findByText('Nothing was changed in what the filters leave.')).toBeDefined();
});

test('the page says that the audit is loading', async () => {
  await open({ 'GET /audit': () => new Promise(() => undefined) });
  expect(await screen.findByText('Loading the audit…')).toBeDefined();
});

test('the page says why the audit cannot be loaded', async () => {
  await open({ 'GET /audit': () => json({ error: 'Not now' }, 503) });
  expect(await screen.findByText('Not now')).toBeDefined();
});

test('a page that fails leaves the way back to the page before it', async () => {
  await open({
    'GET /audit': (request) => {
      const isFirst = new URL(request.url).searchParams.get('page') === '1';
      return isFirst ? page([entry], true) : json({ error: 'Not now' }, 503);
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await screen.findByText('Not now');
  expect(screen.getByText('Page 2')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Prev' }));
  expect(await screen.findByText('Showing 1 of 1 entries')).toBeDefined();
});

test('a failed export says why, and the list stays', async () => {
  await open({ 'GET /exports/audit.csv': () => json({ error: 'The server is stopping.' }, 503) });
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByText('The server is stopping.')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Dana changed a delivery: Box 1, North Market' })).toBeDefined();
});

test('an export says what it saved', async () => {
  const csv = () => new Response('a', { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
  await open({ 'GET /exports/audit.csv': csv });
  const saved = catchDownloads();
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await screen.findByText(`Saved ${saved[0]?.name}`)).toBeDefined();
});

test('no file is offered while the range of days is wrong', async () => {
  await open({}, `${paths.audit()}?to=20266-11-21`);
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Download CSV' })).disabled).toBe(true);
});

test('each entry describes its change in a sentence', async () => {
  const names = { before: { name: 'An' }, after: { name: 'Ann' } };
  const user: AuditEntry = { ...entry, entity: 'user', entityId: 'u9', entityName: 'Ann', ...names };
  const price: AuditEntry = { ...user, _id: 'a2', entity: 'item', action: 'setPrice', entityName: 'Cola' };
  await open({ 'GET /audit': () => page([user, price]) });
  expect(await screen.findByRole('heading', { name: 'Dana changed a user: Ann' })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Dana set a price of an item: Cola' })).toBeDefined();
});
