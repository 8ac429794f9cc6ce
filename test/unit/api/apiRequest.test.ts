import { expect, it } from 'vitest';
import { mentionsLocalId, pathOf } from '../../../src/api/client/apiRequest';

it('a request path encodes the id as one segment and omits empty query values (spec §7)', () => {
  expect(pathOf({ name: 'getDelivery', params: { id: 'a/b' } }, 0)).toBe('/deliveries/a%2Fb');
  expect(pathOf({ name: 'listDeliveries', query: { from: '', repName: 'Ana B', page: 1, to: undefined } }, 0)).toBe(
    '/deliveries?repName=Ana+B&page=1',
  );
});

it('the request for a visit carries a cache-busting timestamp (spec §7)', () => {
  expect(pathOf({ name: 'getVisit', params: { id: 'v1' }, bustCache: true }, 1700)).toBe('/visits/v1?t=1700');
});

it('mentionsLocalId finds a local id in the path and in the query of a request', () => {
  expect(mentionsLocalId({ name: 'getVisit', params: { id: 'local-1' } })).toBe(true);
  expect(mentionsLocalId({ name: 'listDeliveries', query: { visit: 'local-1' } })).toBe(true);
  expect(mentionsLocalId({ name: 'getVisit', params: { id: 'v1' } })).toBe(false);
  expect(mentionsLocalId({ name: 'listDeliveries', query: { repName: 'local-team' } })).toBe(false);
});
