import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { COMPANY } from '../../../../src/domain/company';
import { paths } from '../../../../src/paths';
import { aWrite } from '../../../support/app/aWrite';
import { type Responses, aRep, currentPath, json, openApp, signedIn } from '../../../support/app/openApp';
import { press } from '../../../support/app/press';

const visit = {
  _id: 'v1',
  rep: { _id: 'u1', name: 'Ana' },
  location: {
    _id: 'l1',
    name: 'Corner Pantry',
    address: { street: '1 Main St', city: 'Ames', state: 'IA', zip: '50010' },
  },
  outcome: 'partial',
  note: 'Cooler off',
  startedAt: '2026-03-01T10:00:00Z',
  submittedAt: '2026-03-01T11:00:00Z',
  createdAt: '2026-03-01T10:00:00Z',
};
const aDelivery = (_id: string, label: string, quantity: number, unitPrice: number, lineTotal: number) => ({
  _id,
  visit: { _id: 'v1' },
  box: { _id: `b-${label}`, label, size: 'M' },
  lines: [{ item: { _id: 'i1', name: 'Cola' }, packaging: 'case', quantity, unitPrice, lineTotal }],
  deliveredAt: '2026-03-01T10:30:00Z',
  createdAt: '2026-03-01T10:30:00Z',
  total: lineTotal,
});
const deliveries = [aDelivery('d1', 'Box 1', 2.5, 3.99, 9.98), aDelivery('d2', 'Box 2', 1, 0.02, 0.02)];
const responses: Responses = {
  ...signedIn(aRep),
  'GET /visits/v1': () => json(visit),
  'GET /deliveries': () => json({ data: deliveries }),
};

const fact = async (term: string) =>
  (await screen.findByText(term, { selector: 'dt' })).nextElementSibling?.textContent;

test('the summary names the company and shows the whole visit', async () => {
  await openApp(paths.printVisit('v1'), responses);
  expect(await fact('Visit')).toBe('v1');
  for (const contact of [COMPANY.name, COMPANY.street, COMPANY.phone, COMPANY.email]) {
    expect(screen.getByText(contact, { exact: false })).toBeDefined();
  }
  expect(await fact('Location')).toBe('Corner Pantry, 1 Main St, Ames, IA 50010');
  expect(await fact('Rep')).toBe('Ana');
  expect(await fact('Outcome')).toBe('partial');
  expect(await fact('Note')).toBe('Cooler off');
  await screen.findByText('Grand total');
  expect(await fact('Boxes')).toBe('2');
  expect(await fact('Total')).toBe('$10.00');
});

test('each delivery shows its lines and its total, the grand total follows', async () => {
  await openApp(paths.printVisit('v1'), responses);
  const table = within(await screen.findByRole('table', { name: 'Deliveries' }));
  const rows = table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Item', 'Packaging', 'Qty', 'Unit Price', 'Line Total'],
    [expect.stringMatching(/^Box 1 \(M\) · 1 Mar 2026/)],
    ['Cola', 'case', '2.5', '$3.99', '$9.98'],
    ['Delivery total', '$9.98'],
    [expect.stringMatching(/^Box 2 \(M\)/)],
    ['Cola', 'case', '1', '$0.02', '$0.02'],
    ['Delivery total', '$0.02'],
    ['Grand total', '$10.00'],
  ]);
});

test('Print / Save PDF opens the print dialog of the browser', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await openApp(paths.printVisit('v1'), responses);
  await screen.findByText('Grand total');
  await userEvent.click(screen.getByRole('button', { name: 'Print / Save PDF' }));
  expect(print).toHaveBeenCalledOnce();
});

test('Back leads to the page that opened the summary, and the next Back to the one before it', async () => {
  await openApp(paths.deliveries(), { ...responses, 'GET /locations': () => json([visit.location]) });
  await userEvent.click(await screen.findByRole('link', { name: /^Details/ }));
  await userEvent.click(await screen.findByRole('link', { name: 'Print Summary' }));
  await screen.findByRole('heading', { name: 'Visit summary' });
  await press('Back');
  await waitFor(() => expect(currentPath()).toBe(paths.visitDetails('v1')));
  await screen.findByRole('heading', { name: 'Visit Details' });
  await press('Back');
  await waitFor(() => expect(currentPath()).toBe(paths.deliveries()));
  expect(await screen.findByRole('heading', { name: 'Deliveries' })).toBeDefined();
});

test('Back of a summary that was opened by its address leads to the visit', async () => {
  await openApp(paths.printVisit('v1'), responses);
  await press('Back');
  expect(await screen.findByRole('heading', { name: 'Visit Details' })).toBeDefined();
  expect(currentPath()).toBe(paths.visitDetails('v1'));
});

test('a visit without deliveries says so', async () => {
  await openApp(paths.printVisit('v1'), { ...responses, 'GET /deliveries': () => json([]) });
  expect(await screen.findByText('No deliveries yet for this visit.')).toBeDefined();
});

test('a visit that is not found cannot be printed', async () => {
  await openApp(paths.printVisit('v1'), { ...responses, 'GET /visits/v1': () => json({ error: 'gone' }, 404) });
  expect(await screen.findByText('Visit not found')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Print / Save PDF' }).disabled).toBe(true);
});

test('deliveries that are not sent yet are marked on the printed page too', async () => {
  let online = true;
  const store = await openApp(paths.printVisit('v1'), {
    ...responses,
    'PATCH /deliveries/d1': () => {
      if (!online) throw new TypeError('Failed to fetch');
      return json(deliveries[0]);
    },
  });
  await screen.findByText('Grand total');
  expect(screen.queryByText(/not yet sent/)).toBeNull();
  online = false;
  const lines = [{ item: 'i1', quantity: 3, packaging: 'case' }];
  await store.dispatch(
    deliveriesApi.endpoints.updateDelivery.initiate({ id: 'd1', visitId: 'v1', ...aWrite({ lines }) }),
  );
  expect(await screen.findByText('This delivery, or its last change, is not yet sent')).toBeDefined();
});
