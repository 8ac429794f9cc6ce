import type {
  CreateDeliveryBody,
  Delivery,
  DeliveryPage,
  ListDeliveriesQuery,
  UpdateDeliveryBody,
} from '../contract/deliveries';
import { FIRST_PAGE, VISIT_DELIVERIES_LIMIT } from '../domain/constants';
import { parseDelivery, parseDeliveryPage, parseVisitDeliveries } from './parsers/delivery';
import { api, unlessQueued } from './api';
import { allTag, invalidatesOnSuccess, invalidatesRecord, listTag, providesId } from './tags';
import type { Change, Queued, Write } from './client/writes';

interface Priced {
  /** The server's ISO instant of the item list that the form shows; `null` when it is not known. */
  pricesAsOf: string | null;
}

export const deliveriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDeliveries: build.query<DeliveryPage, ListDeliveriesQuery>({
      query: (query) => ({ name: 'listDeliveries', query: { ...query } }),
      transformResponse: parseDeliveryPage,
      providesTags: [listTag('Deliveries')],
    }),
    /** The same call with `visit`: the deliveries of one visit, in one page of 1000 (spec §7). */
    listVisitDeliveries: build.query<Delivery[], string>({
      query: (visit) => ({
        name: 'listDeliveries',
        query: { visit, limit: VISIT_DELIVERIES_LIMIT, page: FIRST_PAGE },
      }),
      transformResponse: (raw: unknown, _meta, visitId) => parseVisitDeliveries(raw, visitId),
      providesTags: [listTag('Deliveries')],
    }),
    getDelivery: build.query<Delivery, string>({
      query: (id) => ({ name: 'getDelivery', params: { id } }),
      transformResponse: parseDelivery,
      providesTags: providesId('Deliveries'),
    }),
    createDelivery: build.mutation<Delivery | Queued, Write<CreateDeliveryBody> & Priced>({
      query: (write) => ({ name: 'createDelivery', ...write }),
      transformResponse: unlessQueued(parseDelivery),
      invalidatesTags: invalidatesOnSuccess(listTag('Deliveries'), allTag('Reports')),
    }),
    /** `visitId`: the visit of the delivery, so that the queue keeps the visit's order; `null` outside a visit. */
    updateDelivery: build.mutation<Delivery | Queued, Change<UpdateDeliveryBody> & Priced & { visitId: string | null }>(
      {
        query: ({ id, ...write }) => ({ name: 'updateDelivery', params: { id }, ...write }),
        transformResponse: unlessQueued(parseDelivery),
        invalidatesTags: invalidatesRecord('Deliveries', allTag('Reports')),
      },
    ),
  }),
});

export const { useCreateDeliveryMutation, useUpdateDeliveryMutation } = deliveriesApi;
