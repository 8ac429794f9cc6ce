import { beforeEach, describe, expect, it } from 'vitest';
import { screenMessages } from '../../../../src/domain/screenMessages';
import { aStockedLocation, type StockedLocation, startVisit } from '../../../support/server/aStockedLocation';
import { aVisit, NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();
let rep: SignedIn;
let otherRep: SignedIn;
let admin: SignedIn;
let store: StockedLocation;

beforeEach(async () => {
  [rep, otherRep, admin] = [await server.signIn('rep'), await server.signIn('rep'), await server.signIn('admin')];
  store = await aStockedLocation(server.db);
});

describe('reading visits', () => {
  it('lists newest first by submitted, else started, else created, of one location or all', async () => {
    const at = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
    const references = { repId: rep.user.id, locationId: store.locationId, createdAt: at(500) };
    const done = (minutes: number) => ({ outcome: 'other', startedAt: at(400), submittedAt: at(minutes) }) as const;
    const old = await aVisit(server.db, { ...references, ...done(90) });
    const open = await aVisit(server.db, { ...references, startedAt: at(60) });
    const late = await aVisit(server.db, { ...references, ...done(30) });
    const elsewhere = await startVisit(rep, await aStockedLocation(server.db));
    const ids = async (query: string) =>
      (await otherRep.get(`/api/visits?${query}`)).json().map((visit: { _id: string }) => visit._id);
    expect(await ids(`location=${store.locationId}`)).toEqual([late.id, open.id, old.id]);
    expect(await ids(`location=${store.locationId}&limit=2&_=17`)).toEqual([late.id, open.id]);
    expect(await ids('limit=1')).toEqual([elsewhere._id]);
  });

  it('lists the visits of one rep also when others have more newer ones, within a location too', async () => {
    const own = await startVisit(rep, store);
    const elsewhere = await startVisit(rep, await aStockedLocation(server.db));
    for (let index = 0; index < 3; index += 1) await startVisit(otherRep, await aStockedLocation(server.db));
    const others = await startVisit(otherRep, store);
    const listed = async (query: string) => (await admin.get(`/api/visits?${query}`)).json();
    const ids = async (query: string) => (await listed(query)).map((visit: { _id: string }) => visit._id).sort();
    const ofRep = `rep=${rep.user.id}`;
    expect(await ids(`${ofRep}&limit=2`)).toEqual([own._id, elsewhere._id].sort());
    expect(await ids(`${ofRep}&location=${store.locationId}`)).toEqual([own._id]);
    expect(await ids(`rep=&location=${store.locationId}`)).toEqual([own._id, others._id].sort());
    expect(await ids('rep=nobody')).toEqual([]);
  });

  it('refuses a filter by rep that is empty, given twice or too long', async () => {
    const status = async (who: Pick<SignedIn, 'get'>, query: string) =>
      (await who.get(`/api/visits?${query}`)).statusCode;
    expect(await status(server.anyone, `rep=${rep.user.id}`)).toBe(401);
    expect(await status(rep, 'rep=a&rep=b')).toBe(400);
    expect(await status(rep, `rep=${'x'.repeat(10_000)}`)).toBe(400);
  });

  it('responds with 404 for a visit that does not exist', async () => {
    const response = await rep.get('/api/visits/nothing');
    expect([response.statusCode, response.json()]).toEqual([404, { error: screenMessages.visitNotFound }]);
  });
});
