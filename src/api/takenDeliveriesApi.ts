import { DELIVERY_PAGE_SIZE_DEFAULT, FIRST_PAGE } from '../domain/constants';
import { lastOfEachBox, type TakenDelivery, takenDelivery } from '../domain/lastTaken';
import { parseDelivery } from './parsers/delivery';
import { parseList } from './parsers/values';
import { api } from './api';

/** The last delivery of each box. Deliveries of other locations in the response are left out. */
function readTakenDeliveries(raw: unknown, locationId: string): TakenDelivery[] {
  const here = parseList(raw, parseDelivery).filter(({ location }) => !location._id || location._id === locationId);
  return lastOfEachBox(here.flatMap((delivery) => takenDelivery(delivery) ?? []));
}

/** In a file of its own, which no first screen loads. */
export const takenDeliveriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * One page of the deliveries of a location, from which the last delivery of each box is taken. No write invalidates
     * it.
     */
    listTakenDeliveries: build.query<TakenDelivery[], string>({
      query: (location) => ({
        name: 'listDeliveries',
        query: { location, limit: DELIVERY_PAGE_SIZE_DEFAULT, page: FIRST_PAGE },
      }),
      transformResponse: (raw: unknown, _meta, location) => readTakenDeliveries(raw, location),
    }),
  }),
});
