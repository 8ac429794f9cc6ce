import { DELIVERY_PAGE_SIZE_DEFAULT, FIRST_PAGE } from '../domain/constants';
import { lastOfEachBox, type TakenDelivery, takenDelivery } from '../domain/lastTaken';
import { parseDelivery } from './parsers/delivery';
import { parseList } from './parsers/values';
import { api } from './api';

/** What each box took last: whatever came, only what is of that location, where the server names it by id. */
function readTakenDeliveries(raw: unknown, locationId: string): TakenDelivery[] {
  const here = parseList(raw, parseDelivery).filter(({ location }) => !location._id || location._id === locationId);
  return lastOfEachBox(here.flatMap((delivery) => takenDelivery(delivery) ?? []));
}

/** In a file of its own, which no first screen loads. */
export const takenDeliveriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The list of deliveries with `location`, one page: what each box there took last. No write makes it stale. */
    listTakenDeliveries: build.query<TakenDelivery[], string>({
      query: (location) => ({
        name: 'listDeliveries',
        query: { location, limit: DELIVERY_PAGE_SIZE_DEFAULT, page: FIRST_PAGE },
      }),
      transformResponse: (raw: unknown, _meta, location) => readTakenDeliveries(raw, location),
    }),
  }),
});
