import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../../../src/api/api';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { QUEUED_WRITE_TAGS } from '../../../../src/api/tags';
import { dayEndInstant, dayStartInstant } from '../../../../src/domain/dates';
import { deliveryColumns } from '../../../../src/features/deliveries/list/deliveryColumns';
import { paths } from '../../../../src/paths';
import { aWrite } from '../../../support/app/aWrite';
import { noNetwork } from '../../../support/app/device';
import { aListedDelivery, listedDeliveries } from '../../../support/app/listedDeliveries';
import { anAdmin, currentPath, json, openApp, signedIn } from '../../../support/app/openApp';
import { press } from '../../../support/app/press';

const { responses, queries, lastQuery } = listedDeliveries();
beforeEach(() => {
  queries.length = 0;
});

test('rows are grouped by visit, a delivery outside a visit has no details', async () => {
  await openApp(paths.deliveries(), responses);
  const table = within(await screen.findByRole('table', { name: 'Deliveries by visit' }));
  const [, first, second] = table.getAllByRole('row');
  const ofVisit = within(first as HTMLElement);
  expect(ofVisit.getByRole('link', { name: /Details/ }).getAttribute('href')).toBe('/deliveries/visit/v1');
  expect(ofVisit.getByText('no access')).toBeDefined();
  expect(ofVisit.getByText('Door locked')).toBeDefined();
  expect(ofVisit.getByText('$3.30')).toBeDefined();
  expect(within(second as HTMLElement).queryByRole('link')).toBeNull();
  expect(screen.getByText(/Total on page/).textContent).toBe('Total on page: $8.30');
  expect(screen.getByText('Showing 3 of 58 results')).toBeDefined();
});

test('a response in which one delivery has changed renders its row alone, and a request none', async () => {
  let total = 5;
  const page = () => [aListedDelivery('d1', { _id: 'v1' }, 1.1), aListedDelivery('d3', null, total)];
  const store = await openApp(paths.deliveries(), {
    ...responses,
    'GET /deliveries': () => json({ data: page(), pageInfo: { page: 1, limit: 25, total: 2, hasMore: false } }),
  });
  await screen.findByText('$5.00');
  const [column] = deliveryColumns.filter(({ key }) => key === 'total');
  if (!column) throw new Error('The table has no column with the total');
  const rendered = vi.spyOn(column, 'cell');
  total = 7;
  store.dispatch(api.util.invalidateTags([...QUEUED_WRITE_TAGS]));
  await screen.findByText('$7.00');
  // As a set: React's strict mode renders twice.
  expect(new Set(rendered.mock.calls.map(([{ key }]) => key))).toEqual(new Set(['d3']));
  rendered.mockRestore();
});

test('the first call asks for page 1 with 25 deliveries and nothing else', async () => {
  await openApp(paths.deliveries(), responses);
  await waitFor(() => expect(lastQuery()).toEqual({ page: '1', limit: '25' }));
});

test('Next and Prev change the page, in the URL too', async () => {
  await openApp(paths.deliveries(), responses);
  const next = await screen.findByRole<HTMLButtonElement>('button', { name: 'Next' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Prev' }).disabled).toBe(true);
  await userEvent.click(next);
  await waitFor(() => expect(lastQuery().page).toBe('2'));
  expect(currentPath()).toBe('/deliveries?page=2');
  await screen.findByText('Showing 3 of 58 results');
  await userEvent.click(next);
  await screen.findByText('Showing 3 of 58 results');
  expect(next.disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Prev' }));
  await waitFor(() => expect(lastQuery().page).toBe('2'));
});

test('while a page loads the list says so, shows no total of the page before, and stops at the last page', async () => {
  let arrive: () => void = () => undefined;
  const list = responses['GET /deliveries'];
  await openApp(`${paths.deliveries()}?page=2`, {
    ...responses,
    'GET /deliveries': async (request) => {
      if (request.url.includes('page=3')) await new Promise<void>((resolve) => (arrive = resolve));
      return list?.(request) ?? noNetwork();
    },
  });
  const next = await screen.findByRole('button', { name: 'Next' });
  await userEvent.dblClick(next);
  expect(await screen.findByText('Loading deliveries…')).toBeDefined();
  expect(currentPath()).toBe('/deliveries?page=3');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Prev' }).disabled).toBe(true);
  expect(screen.queryByText(/Total on page|Showing/)).toBeNull();
  expect(screen.getByRole('table', { name: 'Deliveries by visit' })).toBeDefined();
  arrive();
  expect(await screen.findByText('Showing 3 of 58 results')).toBeDefined();
  expect(screen.queryByText('Loading deliveries…')).toBeNull();
});

test('the filters of the URL are sent; a day is the whole day in the user’s time zone', async () => {
  await openApp(
    `${paths.deliveries()}?location=l1&from=2026-03-01&to=2026-03-02&repName=be&limit=50&page=2`,
    responses,
  );
  await waitFor(() =>
    expect(lastQuery()).toEqual({
      location: 'l1',
      from: dayStartInstant('2026-03-01'),
      to: dayEndInstant('2026-03-02'),
      repName: 'be',
      limit: '50',
      page: '2',
    }),
  );
});

test('a changed filter starts over at page 1; Clear Filters resets all of them, even one half typed', async () => {
  await openApp(`${paths.deliveries()}?page=3`, responses);
  await screen.findByRole('option', { name: 'Corner Pantry' });
  await userEvent.selectOptions(screen.getByLabelText('Location'), 'Corner Pantry');
  await waitFor(() => expect(currentPath()).toBe('/deliveries?location=l1'));
  await userEvent.type(screen.getByLabelText('Rep name contains'), 'be');
  await waitFor(() => expect(lastQuery().repName).toBe('be'));
  await userEvent.type(screen.getByLabelText('Rep name contains'), 'n');
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
  await waitFor(() => expect(currentPath()).toBe('/deliveries'));
  expect((screen.getByLabelText('Rep name contains') as HTMLInputElement).value).toBe('');
});

test('a page size that is not offered is replaced by the default', async () => {
  await openApp(`${paths.deliveries()}?limit=7`, responses);
  await waitFor(() => expect(lastQuery().limit).toBe('25'));
  await userEvent.selectOptions(screen.getByLabelText('Page size'), '100');
  await waitFor(() => expect(lastQuery().limit).toBe('100'));
});

test('an admin filters by a user shown by name and roles', async () => {
  await openApp(paths.deliveries(), { ...responses, ...signedIn(anAdmin) });
  await screen.findByRole('option', { name: 'Ben (rep, admin)' });
  await userEvent.selectOptions(screen.getByLabelText('Rep'), 'Ben (rep, admin)');
  await waitFor(() => expect(lastQuery().repId).toBe('u7'));
});

test('a rep sees All reps, and no list of users is requested', async () => {
  let usersRequested = false;
  await openApp(paths.deliveries(), {
    ...responses,
    'GET /users': () => {
      usersRequested = true;
      return json([]);
    },
  });
  expect(await screen.findByText('All reps')).toBeDefined();
  await screen.findByText('Showing 3 of 58 results');
  expect(screen.queryByLabelText('Rep')).toBeNull();
  expect(usersRequested).toBe(false);
});

test('the rep filter of a shared URL is ignored for a user who is no admin', async () => {
  await openApp(`${paths.deliveries()}?rep=u7`, responses);
  await screen.findByText('Showing 3 of 58 results');
  expect(queries.map((query) => query.get('repId'))).toEqual([null]);
});

test('an empty list says so', async () => {
  await openApp(paths.deliveries(), { ...responses, 'GET /deliveries': () => json({ data: [] }) });
  expect(await screen.findByText('No deliveries found for the selected filters.')).toBeDefined();
  expect(screen.getByText('Showing 0 of 0 results')).toBeDefined();
});

test('a list that the server refused and one that could not be fetched show different messages', async () => {
  let isThere = true;
  await openApp(paths.deliveries(), {
    ...responses,
    'GET /deliveries': () => {
      if (isThere) return json({ error: 'The database is away' }, 500);
      throw new TypeError('Failed to fetch');
    },
  });
  expect(await screen.findByText('Failed to load deliveries')).toBeDefined();
  expect(screen.getByText('The database is away')).toBeDefined();
  isThere = false;
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Failed to fetch deliveries')).toBeDefined();
});

test('without a connection the pages seen last show with their age; a page never seen says why it is missing', async () => {
  let isThere = true;
  const list = responses['GET /deliveries'];
  const store = await openApp(paths.deliveries(), {
    ...responses,
    'GET /deliveries': (request) => (isThere && list ? list(request) : noNetwork()),
  });
  expect(await screen.findByText('Showing 3 of 58 results')).toBeDefined();
  expect(screen.queryByText(/Saved copy from/)).toBeNull();
  isThere = false;
  act(() => void store.dispatch(deliveriesApi.util.invalidateTags(['Deliveries'])));
  expect((await screen.findByText(/Saved copy from/)).textContent).toMatch(/Today \d\d:\d\d/);
  expect(screen.getByText('Showing 3 of 58 results')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Failed to fetch deliveries')).toBeDefined();
  expect(screen.queryByText('Showing 3 of 58 results')).toBeNull();
});

test('a page that fails leaves the way back to the page before it', async () => {
  const list = responses['GET /deliveries'] ?? noNetwork;
  await openApp(paths.deliveries(), {
    ...responses,
    'GET /deliveries': (request) =>
      new URL(request.url).searchParams.get('page') === '1' ? list(request) : noNetwork(),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await screen.findByText('Failed to fetch deliveries');
  expect(screen.getByText('Page 2')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Prev' }));
  expect(await screen.findByText('Showing 3 of 58 results')).toBeDefined();
});

test('a delivery whose response was lost is listed once, also where the server stores no milliseconds', async () => {
  let sent: object[] = [];
  const store = await openApp(paths.deliveries(), {
    ...responses,
    'GET /deliveries': () => json({ data: sent }),
    'POST /deliveries': ({ headers }) => {
      const deliveredAt = headers.get('Captured-At')?.replace(/\.\d+Z/, 'Z');
      sent = [{ ...aListedDelivery('d1', null, 5), deliveredAt }];
      return noNetwork();
    },
  });
  await screen.findByText('Showing 0 of 0 results');
  const body = { repName: 'Ana', location: 'l1', box: 'b-d1', lines: [] };
  await act(() => store.dispatch(deliveriesApi.endpoints.createDelivery.initiate(aWrite(body))));
  expect(screen.getByText('On this device, not counted below')).toBeDefined();
  act(() => void store.dispatch(deliveriesApi.util.invalidateTags(['Deliveries'])));
  expect(await screen.findByText('Showing 1 of 1 results')).toBeDefined();
  expect(screen.queryByText('On this device, not counted below')).toBeNull();
});

test('a page behind the last one says so, and Prev leads to the last one', async () => {
  await openApp(`${paths.deliveries()}?page=400`, {
    ...listedDeliveries().responses,
    'GET /deliveries': () => json({ data: [], pageInfo: { page: 400, limit: 25, total: 58, hasMore: false } }),
  });
  await screen.findByText('The list has no such page.');
  await press('Prev');
  expect(currentPath()).toBe('/deliveries?page=3');
});
