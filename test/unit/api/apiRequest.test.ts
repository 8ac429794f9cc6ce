import { expect, it } from 'vitest';
import { mentionsLocalId, pathOf } from '../../../src/api/client/apiRequest';

it('a path carries its id in one segment and leaves empty query values out (spec §7)', () => {
  expect(pathOf({ name: 'getDelivery', params: { id: 'a/b' } }, 0)).toBe('/deliveries/a%2Fb');
  expect(pathOf({ name: 'listDeliveries', query: { from: '', repName: 'Ana B', page: 1, to: undefined } }, 0)).toBe(
    '/deliveries?repName=Ana+B&page=1',
  );
});

it('a visit is asked for with a cache-busting timestamp (spec §7)', () => {
  expect(pathOf({ name: 'getVisit', params: { id: 'v1' }, bustCache: true }, 1700)).toBe('/visits/v1?t=1700');
});

it('knows a request that speaks of something only this device knows', () => {
  expect(mentionsLocalId({ name: 'getVisit', params: { id: 'local-1' } })).toBe(true);
  expect(mentionsLocalId({ name: 'listDeliveries', query: { visit: 'local-1' } })).toBe(true);
  expect(mentionsLocalId({ name: 'getVisit', params: { id: 'v1' } })).toBe(false);
});
