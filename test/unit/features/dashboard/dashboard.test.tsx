import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { dayEndInstant, dayStartInstant, localDay } from '../../../../src/domain/dates';
import { dashboardRange } from '../../../../src/domain/salesFilter';
import { paths } from '../../../../src/paths';
import { type Responses, aRep, currentPath, json, openApp, signedIn } from '../../../support/app/openApp';

const reps = [
  { repName: 'Ann', total: 1200.5, visitCount: 3, deliveries: 7 },
  { repName: 'Ben', total: 34.25, visitCount: 1, deliveries: 2 },
];
const outcomes = { completed: 3, partial: 0, no_access: 1, skipped: 0, other: 0 };

let queries: URLSearchParams[] = [];
beforeEach(() => {
  queries = [];
});

const responses: Responses = {
  ...signedIn(aRep),
  'GET /health': () => json({ ok: true }),
  'GET /locations': () => json([{ _id: 'l1', name: 'Corner Pantry' }]),
  'GET /reports/items-usage': () => json([{ name: 'Cola', quantity: 12.5, amount: 30 }]),
  'GET /reports/rep-productivity': (request) => {
    queries.push(new URL(request.url).searchParams);
    return json({ data: reps });
  },
  'GET /reports/outcomes': () => json(outcomes),
};

const figure = async (term: string) =>
  (await screen.findByText(term, { selector: 'dt' })).nextElementSibling?.textContent;

/** The card of a chart, by its heading. */
async function card(title: string) {
  const heading = await screen.findByRole('heading', { name: title });
  return within(heading.closest('section') as HTMLElement);
}

test('the Total is the sum of the totals of the reps', async () => {
  await openApp(paths.dashboard(), responses);
  await waitFor(async () => expect(await figure('Total')).toBe('$1,234.75'));
  expect(await figure('Visits')).toBe('4');
  expect(await figure('Deliveries')).toBe('9');
  expect(await figure('Reps active')).toBe('2');
});

test('the default range is the last 30 days, requested as instants', async () => {
  const { from, to } = dashboardRange(localDay(new Date()));
  await openApp(paths.dashboard(), responses);
  await waitFor(() => expect(queries[0]?.get('from')).toBe(dayStartInstant(from)));
  expect(queries[0]?.get('to')).toBe(dayEndInstant(to));
  expect(queries[0]?.has('location')).toBe(false);
  expect((screen.getByLabelText('From') as HTMLInputElement).value).toBe(from);
});

test('a filter is kept in the URL, and Clear restores the default', async () => {
  await openApp(paths.dashboard(), responses);
  await screen.findByRole('option', { name: 'Corner Pantry' });
  await userEvent.selectOptions(screen.getByLabelText('Location'), 'Corner Pantry');
  await waitFor(() => expect(queries.at(-1)?.get('location')).toBe('l1'));
  expect(currentPath()).toBe('/?location=l1');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(currentPath()).toBe('/'));
});

test('an emptied day leaves that end of the range open', async () => {
  await openApp(`${paths.dashboard()}?from=&to=2026-01-31`, responses);
  await waitFor(() => expect(queries[0]?.get('to')).toBe(dayEndInstant('2026-01-31')));
  expect(queries[0]?.has('from')).toBe(false);
});

test('each chart has its numbers as a table', async () => {
  await openApp(paths.dashboard(), responses);
  const chart = await card('Rep Performance');
  await userEvent.click(await chart.findByText('Rep Performance as a table'));
  const rows = within(chart.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual(['RepVisitsDeliveriesTotal', 'Ann37$1,200.50', 'Ben12$34.25']);
});

test('a chart without data in its range says so', async () => {
  await openApp(paths.dashboard(), { ...responses, 'GET /reports/items-usage': () => json([]) });
  const chart = await card('Top Items');
  expect(await chart.findByText('Nothing in these days.')).toBeDefined();
});

test.each([
  ['items-usage', 'Top Items', 'Failed to load items usage'],
  ['rep-productivity', 'Rep Performance', 'Failed to load rep productivity'],
  ['outcomes', 'Visit Outcomes', 'Failed to load outcomes data'],
])('a failed %s call shows in its own card, and Try again refetches it', async (call, title, text) => {
  let works = false;
  const name = `GET /reports/${call}`;
  const response = responses[name];
  await openApp(paths.dashboard(), {
    ...responses,
    [name]: (request) => (works && response ? response(request) : json({ error: 'down' }, 500)),
  });
  const chart = await card(title);
  expect((await chart.findByRole('alert')).textContent).toBe(text);
  works = true;
  await userEvent.click(await chart.findByRole('button', { name: 'Try again' }));
  expect(await chart.findByText(`${title} as a table`)).toBeDefined();
});
