import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { SEARCH_DEBOUNCE_MS } from '../../../../src/domain/constants';
import { dayEndInstant, dayStartInstant, daysBefore, localDay } from '../../../../src/domain/dates';
import { paths } from '../../../../src/paths';
import { listedDeliveries } from '../../../support/app/listedDeliveries';
import { anAdmin, currentPath, json, openApp, signedIn } from '../../../support/app/openApp';
import { showOnPhone } from '../../../support/app/phoneScreen';

const { responses, queries, lastQuery } = listedDeliveries();

test('a rep chosen right after typing a name stays chosen when the debounced text is applied', async () => {
  await openApp(paths.deliveries(), { ...responses, ...signedIn(anAdmin) });
  await screen.findByRole('option', { name: 'Ben (rep, admin)' });
  const name = screen.getByLabelText<HTMLInputElement>('Rep name contains');
  fireEvent.change(name, { target: { value: 'an' } });
  await userEvent.selectOptions(screen.getByLabelText('Rep'), 'Ben (rep, admin)');
  expect(name.value).toBe('');
  await waitFor(() => expect(lastQuery()).toEqual({ page: '1', limit: '25', repId: 'u7' }));
  await act(() => new Promise((resolve) => setTimeout(resolve, SEARCH_DEBOUNCE_MS * 2)));
  expect(currentPath()).toBe('/deliveries?rep=u7');
});

test.each([
  ['while the users cannot be loaded', { 'GET /users': () => json({ error: 'down' }, 503) }],
  ['whom the list of users does not have', {}],
])('a rep of the URL %s stays chosen in the filter', async (_, users) => {
  await openApp(`${paths.deliveries()}?rep=u9`, { ...responses, ...signedIn(anAdmin), ...users });
  await screen.findByText('Showing 3 of 58 results');
  expect(lastQuery().repId).toBe('u9');
  const rep = screen.getByLabelText<HTMLSelectElement>('Rep');
  expect(rep.selectedOptions[0]?.text).toBe('…');
});

test('one press sets the last 7 days, today included', async () => {
  await openApp(paths.deliveries(), responses);
  await userEvent.click(await screen.findByRole('button', { name: 'Last 7 days' }));
  const today = localDay(new Date());
  const range = { from: dayStartInstant(daysBefore(today, 6)), to: dayEndInstant(today) };
  await waitFor(() => expect(lastQuery()).toEqual({ page: '1', limit: '25', ...range }));
  expect(screen.getByRole('button', { name: 'Last 7 days', pressed: true })).toBeDefined();
});

test('a From with a year of five digits is named as an error, and the field takes years of four digits', async () => {
  await openApp(`${paths.deliveries()}?from=20266-11-21`, responses);
  expect(await screen.findByText('From must be a day of the years 1900 to 2999')).toBeDefined();
  const { min, max } = screen.getByLabelText<HTMLInputElement>('From');
  expect([min, max]).toEqual(['1900-01-01', '2999-12-31']);
});

test('no list is requested for the years that a browser reports while a year is typed', async () => {
  queries.length = 0;
  await openApp(paths.deliveries(), responses);
  await screen.findByText('Showing 3 of 58 results');
  const from = screen.getByLabelText('From');
  for (const value of ['0002-11-21', '0020-11-21', '0202-11-21', '2026-11-21']) {
    fireEvent.change(from, { target: { value } });
  }
  await waitFor(() => expect(lastQuery().from).toBe(dayStartInstant('2026-11-21')));
  expect(queries.map((query) => query.get('from'))).toEqual([null, dayStartInstant('2026-11-21')]);
});

test('a click anywhere in a row opens its visit, except one that selects text', async () => {
  await openApp(paths.deliveries(), responses);
  const total = await screen.findByText('$3.30');
  getSelection()?.selectAllChildren(total);
  fireEvent.click(total);
  getSelection()?.removeAllRanges();
  expect(currentPath()).toBe('/deliveries');
  fireEvent.click(total);
  await waitFor(() => expect(currentPath()).toBe('/deliveries/visit/v1'));
});

describe('on a phone', () => {
  beforeEach(showOnPhone);

  test('a row shows its location, total, outcome and one line of facts', async () => {
    await openApp(paths.deliveries(), responses);
    const table = within(await screen.findByRole('table', { name: 'Deliveries by visit' }));
    const cells = [...(table.getAllByRole('row')[1]?.children ?? [])].map((cell) => cell.textContent);
    expect(cells).toEqual([
      'Corner Pantry',
      '$3.30',
      expect.stringMatching(/1 Mar.* · 2 boxes · Ben · Door locked$/),
      'no access',
      'Details of the visit to Corner Pantry',
    ]);
  });

  test('the filters collapse to a line that names what is set, and open in place', async () => {
    await openApp(`${paths.deliveries()}?location=l1&repName=be`, responses);
    const line = await screen.findByRole('button', { name: 'Corner Pantry · any date · rep “be”' });
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
    await userEvent.click(line);
    expect(line.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(await screen.findByRole('button', { name: 'All Locations · any date' })).toBeDefined();
  });
});
