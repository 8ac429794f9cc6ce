import { lazyCalls } from '../contract/lazyCalls';
import type { ImportBody, ImportPreview, ImportResult } from '../contract/imports';
import type { CreateItemBody, Item, ItemPrice, SetItemPriceBody, UpdateItemBody } from '../contract/items';
import type { UpdateBoxBody } from '../contract/boxes';
import type { CreateLocationBody, Location, UpdateLocationBody } from '../contract/locations';
import { api } from './api';
import { allTag, idTag, invalidatesOnSuccess, invalidatesRecord, listTag, providesId } from './tags';
import { asApiError, errorStatus, PRECONDITION_FAILED } from './client/errors';
import type { Write } from './client/writes';
import { parsePrice, parsePreview, parseResult } from './parsers/catalogue';
import { parseItem } from './parsers/item';
import { parseLocation } from './parsers/location';
import { asList } from './parsers/values';

/** An edit of an item, a location or a box, over the version that its form showed. */
export interface CatalogueEdit<Body> {
  id: string;
  ifMatch: number;
  body: Body;
}

const parseNothing = () => null;

/** `invalidatesTags` of an edit. A 412 says that another user has changed the record, so it is read again too. */
const invalidatesEdited = (type: 'Items' | 'Locations' | 'Boxes', ...more: ReturnType<typeof allTag>[]) => {
  const invalidates = invalidatesRecord(type, ...more);
  return (result: null | undefined, error: unknown, edit: { id: string }) =>
    invalidates(result, errorStatus(asApiError(error)) === PRECONDITION_FAILED ? undefined : error, edit);
};

/** Resolves when the server's clock has passed `instant`. Waits at most a second. */
const until = (instant: string | null, from: string) =>
  new Promise((resolve) => {
    const ms = Date.parse(instant ?? from) - Date.parse(from);
    setTimeout(resolve, ms <= 1_000 ? ms : 0);
  });

/** The calls of the admin screens for items, locations and boxes, in a file that is not part of the first load. */
export const catalogueApi = api.injectEndpoints({
  endpoints: (build) => ({
    createItem: build.mutation<Item, Write<CreateItemBody>>({
      query: (write) => ({ name: 'createItem', ...write }),
      transformResponse: parseItem,
      invalidatesTags: invalidatesOnSuccess(listTag('Items')),
    }),
    createLocation: build.mutation<Location, Write<CreateLocationBody>>({
      query: (write) => ({ name: 'createLocation', ...write }),
      transformResponse: parseLocation,
      invalidatesTags: invalidatesOnSuccess(listTag('Locations'), listTag('Boxes')),
    }),
    // The calls below are not in the spec.
    updateItem: build.mutation<null, CatalogueEdit<UpdateItemBody>>({
      query: ({ id, ...edit }) => ({ name: 'updateItem', call: lazyCalls.updateItem, params: { id }, ...edit }),
      transformResponse: parseNothing,
      invalidatesTags: invalidatesEdited('Items'),
    }),
    updateLocation: build.mutation<null, CatalogueEdit<UpdateLocationBody>>({
      query: ({ id, ...edit }) => ({
        name: 'updateLocation',
        call: lazyCalls.updateLocation,
        params: { id },
        ...edit,
      }),
      transformResponse: parseNothing,
      invalidatesTags: invalidatesEdited('Locations', allTag('Boxes')),
    }),
    updateBox: build.mutation<null, CatalogueEdit<UpdateBoxBody>>({
      query: ({ id, ...edit }) => ({ name: 'updateBox', call: lazyCalls.updateBox, params: { id }, ...edit }),
      transformResponse: parseNothing,
      invalidatesTags: invalidatesEdited('Boxes'),
    }),
    listItemPrices: build.query<ItemPrice[], string>({
      query: (id) => ({ name: 'listItemPrices', call: lazyCalls.listItemPrices, params: { id } }),
      transformResponse: (raw: unknown) => asList(raw).map(parsePrice),
      providesTags: providesId('Items'),
    }),
    /** A price from now on is valid from the next second: by then the list of items shows it. */
    setItemPrice: build.mutation<ItemPrice, { id: string; body: SetItemPriceBody }>({
      query: ({ id, body }) => ({ name: 'setItemPrice', call: lazyCalls.setItemPrice, params: { id }, body }),
      transformResponse: async (raw: unknown) => {
        const price = parsePrice(raw);
        await until(price.validFrom, price.createdAt);
        return price;
      },
      invalidatesTags: (price, error, { id }) =>
        invalidatesOnSuccess(idTag('Items', id), listTag('Items'))(price, error),
    }),
    previewImport: build.mutation<ImportPreview, ImportBody>({
      query: (body) => ({ name: 'previewImport', call: lazyCalls.previewImport, body }),
      transformResponse: parsePreview,
    }),
    importFile: build.mutation<ImportResult, Write<ImportBody>>({
      query: (write) => ({ name: 'importFile', call: lazyCalls.importFile, ...write }),
      transformResponse: parseResult,
      invalidatesTags: invalidatesOnSuccess(allTag('Items'), allTag('Locations'), allTag('Boxes')),
    }),
  }),
});
