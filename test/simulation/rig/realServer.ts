import { eq, sql } from 'drizzle-orm';
import { users } from '../../../src/server/db/schema';
import { beginSession } from '../../../src/server/auth/sessions';
import { changePrices } from '../../../src/server/services/itemPrices';
import { aBox, aLocation, anItem, aUser } from '../../support/server/builders';
import { type SignedIn, startTestServer, type TestServer } from '../../support/server/harness';
import { refusal, type WireRequest, type WireResponse } from '../browser/httpMessages';
import type { Kernel } from '../browser/kernel';
import { Ledger } from './ledger';

/** A location with boxes. */
export interface LocationFixture {
  locationId: string;
  boxIds: string[];
}

/** The users, locations and items of one script. */
export interface Fixtures {
  reps: { id: string; email: string }[];
  admin: SignedIn;
  locations: LocationFixture[];
  itemIds: string[];
}

const LOCATIONS = 3;
const BOXES = 2;
const ITEMS = 2;

let started: Promise<TestServer> | null = null;

/** One server and one database per process: starting one takes a second. */
const theServer = (): Promise<TestServer> => (started ??= startTestServer());

/** Ends the server of this process; the next script starts another one. */
export async function closeServer(): Promise<void> {
  const server = await started;
  started = null;
  await server?.close();
}

async function insertFixtures({ db, signIn }: TestServer): Promise<Fixtures> {
  const reps = [await aUser(db, { name: 'Ada Rep' }), await aUser(db, { name: 'Bo Rep' })];
  const admin = await signIn('admin');
  const locations: LocationFixture[] = [];
  for (let at = 0; at < LOCATIONS; at += 1) {
    const { id: locationId } = await aLocation(db, { name: `Store ${at}` });
    const boxIds: string[] = [];
    for (let position = 1; position <= BOXES; position += 1) {
      boxIds.push((await aBox(db, { locationId, position })).id);
    }
    locations.push({ locationId, boxIds });
  }
  const itemIds: string[] = [];
  for (let at = 0; at < ITEMS; at += 1) itemIds.push((await anItem(db, { name: `Item ${at}` })).id);
  return { reps: reps.map(({ id, email }) => ({ id, email })), admin, locations, itemIds };
}

function takeCookies(header: string | string[] | undefined, cookies: Map<string, string>): void {
  for (const line of [header ?? []].flat()) {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const value = pair.slice(at + 1);
    if (value) cookies.set(pair.slice(0, at), value);
    else cookies.delete(pair.slice(0, at));
  }
}

/** The real server on its database, as the network of a simulation calls it. */
export class RealServer {
  readonly ledger: Ledger;
  private userOfCookie = new Map<string, string>();

  private constructor(
    readonly server: TestServer,
    readonly fixtures: Fixtures,
    private kernel: Kernel,
  ) {
    this.ledger = new Ledger(server.db);
  }

  /** With empty tables and fixtures of its own. */
  static async begin(kernel: Kernel): Promise<RealServer> {
    const server = await theServer();
    await server.reset();
    server.time.now = new Date(kernel.now);
    return new RealServer(server, await insertFixtures(server), kernel);
  }

  wire = async (request: WireRequest, cookies: Map<string, string>): Promise<WireResponse> => {
    this.server.time.now = new Date(this.kernel.now);
    if (request.path === '/api/auth/login') return this.signIn(request, cookies);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...Object.fromEntries(request.headers), ...(cookie && { cookie }) };
    const { method, path: url, body } = request;
    const response = await this.server.app.inject({
      method: method === 'GET' || method === 'PATCH' || method === 'DELETE' ? method : 'POST',
      url,
      headers,
      ...(body && { payload: body }),
    });
    takeCookies(response.headers['set-cookie'], cookies);
    const userId = this.userOfCookie.get(cookies.get('session') ?? '') ?? '';
    if (method !== 'GET' && response.statusCode < 300) {
      await this.note(url, response.body, userId, request.headers.get('Idempotency-Key'));
    }
    const responseHeaders = new Headers();
    for (const name of ['content-type', 'retry-after', 'date', 'etag']) {
      const value = response.headers[name];
      if (value !== undefined) responseHeaders.set(name, String(value));
    }
    return { status: response.statusCode, headers: responseHeaders, body: response.body };
  };

  /** Checking a password takes longer than a hundred writes: who signs in is believed. */
  private async signIn(request: WireRequest, cookies: Map<string, string>): Promise<WireResponse> {
    const { email } = JSON.parse(request.body) as { email: string };
    const { db, time } = this.server;
    const [user] = await db.select().from(users).where(eq(users.email, email));
    if (!user?.active) return refusal(401);
    const token = await beginSession(db, user.id, time.now);
    cookies.set('session', token);
    this.userOfCookie.set(token, user.id);
    return this.wire({ method: 'GET', path: '/api/auth/me', headers: new Headers(), body: '' }, cookies);
  }

  /** Gives a device the session of a rep, as a sign-in before the script would have. */
  async giveSession(rep: number, cookies: Map<string, string>): Promise<void> {
    const email = this.fixtures.reps[rep]?.email ?? '';
    await this.signIn({ method: 'POST', path: '', headers: new Headers(), body: JSON.stringify({ email }) }, cookies);
  }

  private async note(url: string, body: string, userId: string, key: string | null): Promise<void> {
    const entity = url.startsWith('/api/deliveries') ? 'delivery' : url.startsWith('/api/visits') ? 'visit' : null;
    if (!entity || !body) return;
    const { _id } = JSON.parse(body) as { _id?: string };
    if (_id) await this.ledger.look(entity, _id, { at: this.kernel.now, userId, key });
  }

  /** What the admin does at a desk with a good connection; gives the status. */
  async asAdmin(method: 'post' | 'patch', url: string, body: object): Promise<number> {
    const { admin } = this.fixtures;
    this.server.time.now = new Date(this.kernel.now);
    const response = await admin[method](url, body);
    if (response.statusCode < 300) await this.note(url, response.body, admin.user.id, null);
    return response.statusCode;
  }

  /** Changes the price of an item, as the item import does. */
  async setPrice(itemId: string, cents: number): Promise<void> {
    const change = { itemId, priceCents: cents, pricePerPackCents: null };
    await changePrices(this.server.db, [change], () => new Date(this.kernel.now));
  }

  async rename(locationId: string, name: string): Promise<void> {
    await this.server.db.execute(sql`update locations set name = ${name} where id = ${locationId}`);
  }
}
