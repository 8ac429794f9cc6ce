import type { LightMyRequestResponse } from 'fastify';
import type { Box } from '../../../src/contract/boxes';
import type { Delivery, DeliveryPage } from '../../../src/contract/deliveries';
import type { Item } from '../../../src/contract/items';
import type { Location } from '../../../src/contract/locations';
import type { Visit } from '../../../src/contract/visits';
import { importFolder } from '../../../src/server/import/importFolder';
import type { FileReport } from '../../../src/server/import/importFile';
import { aUser } from '../../support/server/builders';
import type { Caller, TestServer } from '../../support/server/harness';
import { type DayFigures, type DayOnFile, type FileSale, type FileStore, IOWA_DAY_FOLDER, topTen } from './dayOnFile';

/** One rep for so many stores. */
const STORES_PER_REP = 20;
const ON_THE_DAY = new Date('2012-01-31T15:00:00.000Z');
const PAGE = 1000;

export interface Replayed {
  imports: FileReport[];
  /** What the server says of the day, through its calls. */
  figures: DayFigures;
  /** Lines of sales.csv that no rep could record, because the item was not imported. */
  unrecordedLines: number[];
}

function bodyOf<T>(response: LightMyRequestResponse): T {
  if (response.statusCode >= 300) throw new Error(`${response.statusCode}: ${response.body}`);
  return response.json() as T;
}

const locationKey = (location: { name: string; street: string; zip: string }) =>
  `${location.name}|${location.street}|${location.zip}`;

/** What a rep has before them: the stores and items as the server lists them. */
interface Catalogue {
  locationIds: Map<string, string>;
  itemIds: Map<string, string>;
}

async function readCatalogue(caller: Caller): Promise<Catalogue> {
  const locations = bodyOf<Location[]>(await caller.get('/api/locations'));
  const items = bodyOf<Item[]>(await caller.get('/api/items'));
  return {
    locationIds: new Map(locations.map(({ _id, name, address }) => [locationKey({ name, ...address }), _id])),
    itemIds: new Map(items.map((item) => [item.sku, item._id])),
  };
}

/** Works one store as a rep would: start, one delivery to each box, submit. Returns the lines left out. */
async function workStore(rep: Caller, store: FileStore, { locationIds, itemIds }: Catalogue): Promise<FileSale[]> {
  const location = locationIds.get(locationKey(store));
  const visit = bodyOf<Visit>(await rep.post('/api/visits', { location }));
  const boxes = bodyOf<Box[]>(await rep.get(`/api/boxes?location=${location}`));
  const sold = store.sales.filter((sale) => itemIds.has(sale.sku));
  const refills = boxes.map((_, turn) => sold.filter((_sale, index) => index % boxes.length === turn));
  for (const [turn, sales] of refills.entries()) {
    if (sales.length === 0) continue;
    const lines = sales.map(({ sku, quantity, packaging }) => ({ item: itemIds.get(sku), quantity, packaging }));
    const delivery = { repName: 'as the visit says', location, box: boxes[turn]?._id, visit: visit._id, lines };
    bodyOf<Delivery>(await rep.post('/api/deliveries', delivery));
  }
  const outcome = refills.every((sales) => sales.length > 0) ? 'completed' : 'partial';
  bodyOf<Visit>(await rep.post(`/api/visits/${visit._id}/submit`, { outcome, note: '' }));
  return store.sales.filter((sale) => !itemIds.has(sale.sku));
}

const centsOf = (dollars: number) => Math.round(dollars * 100);

/** The day as the server tells it, page by page. */
async function readFigures(caller: Caller, stores: readonly FileStore[], catalogue: Catalogue): Promise<DayFigures> {
  const outcomes = bodyOf<Record<string, number>>(await caller.get('/api/reports/outcomes'));
  const reps = bodyOf<{ total: number }[]>(await caller.get('/api/reports/rep-productivity'));
  const usage = bodyOf<{ sku: string; quantity: number }[]>(await caller.get('/api/reports/items-usage?limit=1000'));
  const storeNumbers = new Map(
    stores.map((store) => [catalogue.locationIds.get(locationKey(store)), store.storeNumber] as const),
  );
  const centsByStore = new Map<string, number>();
  let lines = 0;
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const url = `/api/deliveries?from=2012-01-31&to=2012-01-31&limit=${PAGE}&page=${page}`;
    const { data, pageInfo } = bodyOf<DeliveryPage>(await caller.get(url));
    for (const delivery of data) {
      const storeNumber = storeNumbers.get(delivery.location._id) ?? 'unknown';
      centsByStore.set(storeNumber, (centsByStore.get(storeNumber) ?? 0) + centsOf(delivery.total));
      lines += delivery.lines.length;
    }
    hasMore = pageInfo.hasMore;
  }
  return {
    visits: Object.values(outcomes).reduce((sum, count) => sum + count, 0),
    lines,
    totalCents: reps.reduce((sum, rep) => sum + centsOf(rep.total), 0),
    centsByStore,
    topItems: topTen(new Map(usage.map((row) => [row.sku, row.quantity]))),
  };
}

/** Imports the day's stores and items into an empty database and works the day through /api. */
export async function replayDay(server: TestServer, day: DayOnFile): Promise<Replayed> {
  server.time.now = ON_THE_DAY;
  const options = { clock: () => ON_THE_DAY, strict: false, sales: false, onProgress: () => undefined };
  const imports = await importFolder(server.db, IOWA_DAY_FOLDER, options);
  const admin = await server.signIn('admin');
  const catalogue = await readCatalogue(admin);
  const unrecordedLines: number[] = [];
  for (let first = 0; first < day.stores.length; first += STORES_PER_REP) {
    const rep = await server.signIn(await aUser(server.db, { name: `Rep ${first / STORES_PER_REP + 1}` }));
    for (const store of day.stores.slice(first, first + STORES_PER_REP)) {
      const leftOut = await workStore(rep, store, catalogue);
      unrecordedLines.push(...leftOut.map((sale) => sale.line));
    }
  }
  const figures = await readFigures(admin, day.stores, catalogue);
  return { imports, figures, unrecordedLines: unrecordedLines.sort((a, b) => a - b) };
}
