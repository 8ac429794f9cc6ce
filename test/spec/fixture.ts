import { asc, eq } from 'drizzle-orm';
import { API_BASE_PATH } from '../../src/domain/constants';
import { CAPTURED_AT_HEADER } from '../../src/contract/headers';
import type { Delivery } from '../../src/contract/deliveries';
import type { Visit } from '../../src/contract/visits';
import type { Outcome } from '../../src/domain/outcomes';
import { boxes, deliveries, items, locations, users } from '../../src/server/db/schema';
import { rebuildRollups } from '../../src/server/rollups/rebuildRollups';
import { beginSession } from '../../src/server/auth/sessions';
import { ADA, type FixtureItem, type FixtureUser, type FixtureLocation, COLA } from '../browser/fixture/fixtures';
import type { RealServer } from '../browser/fixture/realServer';

/** Somebody who calls the server past the app. Throws when it refuses. */
export interface ApiClient {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body: object, headers?: Record<string, string>): Promise<Body>;
  patch<Body>(path: string, body: object): Promise<Body>;
}

interface Line {
  item?: FixtureItem;
  quantity?: number;
  packaging?: string;
}

interface VisitGiven {
  by?: FixtureUser;
  /** Boxes refilled, counted from 0, a delivery each. */
  boxes?: readonly number[];
  lines?: readonly Line[];
  /** Submitted with it; left open without. */
  outcome?: Outcome;
  note?: string;
  /** When all of it happened; within the last 30 days. */
  at?: Date;
}

export interface SpecFixture {
  apiClient(member: FixtureUser): Promise<ApiClient>;
  userId(member: FixtureUser): string;
  locationId(store: FixtureLocation): string;
  /** Counted from 0. */
  boxId(store: FixtureLocation, box: number): string;
  itemId(item: FixtureItem): string;
  /** A visit with deliveries of colas, made through the calls. */
  visit(store: FixtureLocation, given?: VisitGiven): Promise<Visit & { deliveries: Delivery[] }>;
  /** A delivery outside any visit. */
  delivery(store: FixtureLocation, given?: VisitGiven & { box?: number }): Promise<Delivery>;
  /** Gives a delivery another time, however long ago: no call can. */
  moveDelivery(id: string, at: Date): Promise<void>;
}

/** Begins a session and returns its token, as the cookie carries it. */
export async function sessionOf({ db }: RealServer, { email }: FixtureUser): Promise<string> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error(`No user ${email}`);
  return beginSession(db, user.id, new Date());
}

async function openApiClient(server: RealServer, member: FixtureUser): Promise<ApiClient> {
  const cookie = `session=${await sessionOf(server, member)}`;
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}${API_BASE_PATH}${path}`, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body, headers) => call('POST', path, body, headers),
    patch: (path, body) => call('PATCH', path, body),
  };
}

function need<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is not in this fixture`);
  return value;
}

export async function openFixture(server: RealServer): Promise<SpecFixture> {
  const { db } = server;
  const clients = new Map<FixtureUser, Promise<ApiClient>>();
  const userIds = new Map((await db.select().from(users)).map((row) => [row.email, row.id]));
  const itemIds = new Map((await db.select().from(items)).map((row) => [row.sku, row.id]));
  const storeIds = new Map((await db.select().from(locations)).map((row) => [row.name, row.id]));
  const boxRows = await db.select().from(boxes).orderBy(asc(boxes.position));

  const fixture: SpecFixture = {
    apiClient: (member) => {
      const apiClient = clients.get(member) ?? openApiClient(server, member);
      clients.set(member, apiClient);
      return apiClient;
    },
    userId: (member) => need(userIds.get(member.email), member.name),
    itemId: (item) => need(itemIds.get(item.sku), item.name),
    locationId: (store) => need(storeIds.get(store.name), store.name),
    boxId: (store, box) => {
      const own = boxRows.filter((row) => row.locationId === fixture.locationId(store));
      return need(own[box]?.id, `Box ${box}`);
    },
    moveDelivery: async (id, at) => {
      await db.update(deliveries).set({ deliveredAt: at }).where(eq(deliveries.id, id));
      await db.transaction((tx) => rebuildRollups(tx));
    },
    delivery: (store, given = {}) => deliver(store, given.box ?? 0, given),
    visit: async (store, given = {}) => {
      const apiClient = await fixture.apiClient(given.by ?? ADA);
      const headers = timeOf(given);
      const { _id } = await apiClient.post<Visit>('/visits', { location: fixture.locationId(store) }, headers);
      const made: Delivery[] = [];
      for (const box of given.boxes ?? []) made.push(await deliver(store, box, given, _id));
      if (given.outcome) {
        const body = { outcome: given.outcome, note: given.note ?? '' };
        await apiClient.post<Visit>(`/visits/${_id}/submit`, body, headers);
      }
      return { ...(await apiClient.get<Visit>(`/visits/${_id}`)), deliveries: made };
    },
  };

  async function deliver(store: FixtureLocation, box: number, given: VisitGiven, visit?: string): Promise<Delivery> {
    const by = given.by ?? ADA;
    const apiClient = await fixture.apiClient(by);
    const lines = (given.lines ?? [{}]).map(({ item = COLA, quantity = 2, packaging = 'each' }) => ({
      item: fixture.itemId(item),
      quantity,
      packaging,
    }));
    const references = { location: fixture.locationId(store), box: fixture.boxId(store, box) };
    const body = { repName: by.name, ...references, lines, ...(visit ? { visit } : {}) };
    return apiClient.post<Delivery>('/deliveries', body, timeOf(given));
  }
  return fixture;
}

function timeOf({ at }: VisitGiven): Record<string, string> {
  return at ? { [CAPTURED_AT_HEADER]: at.toISOString() } : {};
}
