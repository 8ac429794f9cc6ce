import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { aDelivery, locationVisit, visit } from '../../../support/app/locationVisit';
import { type Responses, anAdmin, aRep, json, openApp, signedIn } from '../../../support/app/openApp';

const priya = { _id: 'u9', name: 'Priya Nair' };
/** Everything that changes a visit or its deliveries, by the name of its control. */
const CHANGES =
  /^(Edit|Refill this box|Submit Visit|Submit box|Save|Save changes|Change outcome or note|Same as last time|Go to the visit)$/;

const screens: [name: string, path: string, what: string][] = [
  ['Visit', paths.visit('v1'), 'visit'],
  ['Edit Visit', paths.editVisit('v1'), 'visit'],
  ['Visit Details', paths.visitDetails('v1'), 'visit'],
  ['New Delivery', paths.newDelivery({ visit: 'v1', box: 'b1' }), 'visit'],
  ['Delivery', paths.delivery('d1'), 'delivery'],
  ['Edit Delivery', paths.editDelivery('d1'), 'delivery'],
  ['Delivery outside a visit', paths.delivery('d2'), 'delivery'],
  ['Edit Delivery outside a visit', paths.editDelivery('d2'), 'delivery'],
];

/** The location's server, where this rep made the visit, its one delivery and a delivery outside a visit. */
function visitOf(rep: { _id?: string; name: string }): Responses {
  const delivery = aDelivery({ visit: { _id: 'v1', rep, outcome: null, note: '' }, repName: rep.name });
  const outside = aDelivery({ _id: 'd2', visit: null, rep, repName: rep.name });
  return locationVisit({
    'GET /visits/v1': () => json({ visit: { ...visit, rep, repName: rep.name } }),
    'GET /deliveries': () => json({ data: [delivery] }),
    'GET /deliveries/d1': () => json(delivery),
    'GET /deliveries/d2': () => json(outside),
  });
}

/** Matches the heading of the notice, whose name stands in an element of its own. */
const isPriyas = (what: string) => (_: string, element: Element | null) =>
  element?.tagName === 'STRONG' && element.textContent === `Priya Nair's ${what}`;

const changes = () => [
  ...screen.queryAllByRole('button', { name: CHANGES }),
  ...screen.queryAllByRole('link', { name: CHANGES }),
  ...screen.queryAllByRole('radio'),
];

describe.each(screens)('%s', (_, path, what) => {
  test('of another rep names that rep and offers no change', async () => {
    await openApp(path, visitOf(priya));
    expect(await screen.findByText(isPriyas(what))).toBeDefined();
    await waitFor(() => expect(screen.queryByText(/^Loading /)).toBeNull());
    expect(changes()).toEqual([]);
  });

  test.each([
    ['an admin', { ...visitOf(priya), ...signedIn(anAdmin) }],
    ['its own rep', visitOf(aRep)],
    ['somebody of another name, where the visit names its rep without an id', visitOf({ name: 'Priya Nair' })],
  ])('can be changed by %s', async (_who, responses) => {
    await openApp(path, responses);
    expect((await screen.findAllByText(CHANGES)).length).toBeGreaterThan(0);
    expect(screen.queryByText(isPriyas(what))).toBeNull();
  });
});

test('an admin who is no rep is not offered to start visits of their own', async () => {
  await openApp(paths.locations(), { ...locationVisit(), ...signedIn(anAdmin) });
  expect(await screen.findByRole('link', { name: 'View Boxes' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Start / Continue Visit' })).toBeNull();
});
