import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { screenMessages } from '../../../../src/domain/screenMessages';
import { submitErrorMessage } from '../../../../src/domain/visitFormRules';
import { audit } from '../../../../src/server/db/auditSchema';
import { visits } from '../../../../src/server/db/schema';
import {
  aStockedLocation,
  deliver,
  deliveryBody,
  type StockedLocation,
  startVisit,
} from '../../../support/server/aStockedLocation';
import { aBox, aUser, NOW } from '../../../support/server/builders';
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

const minutesBefore = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();
const submitted = { outcome: 'partial', note: 'Back on Monday' };

describe('starting a visit', () => {
  it('creates a visit of the rep at the location, started at the given time', async () => {
    const response = await rep.post(
      '/api/visits',
      { location: store.locationId },
      { 'Captured-At': minutesBefore(40) },
    );
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({
      rep: { _id: rep.user.id, name: rep.user.name },
      repName: rep.user.name,
      location: { _id: store.locationId, name: 'Corner Store', address: { city: 'Ames' } },
      outcome: null,
      note: '',
      startedAt: minutesBefore(40),
      submittedAt: null,
      createdAt: NOW.toISOString(),
    });
  });

  it('continues the open visit with 200 and the same response', async () => {
    const first = await startVisit(rep, store, { 'Captured-At': minutesBefore(40) });
    const again = await rep.post('/api/visits', { location: store.locationId });
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(first);
  });

  it('creates a new visit after the last one is submitted, and beside the open visit of another rep', async () => {
    const first = await startVisit(rep, store);
    const others = await startVisit(otherRep, store);
    await rep.post(`/api/visits/${first._id}/submit`, submitted);
    const next = await startVisit(rep, store);
    expect(new Set([first._id, others._id, next._id]).size).toBe(3);
  });

  it('creates one visit for many starts at once', async () => {
    const started = await Promise.all(Array.from({ length: 20 }, () => startVisit(rep, store)));
    expect(new Set(started.map((visit) => visit._id)).size).toBe(1);
    expect(await server.db.select().from(visits)).toHaveLength(1);
  });

  it('refuses a rep who names another rep', async () => {
    const response = await rep.post('/api/visits', { location: store.locationId, rep: otherRep.user.id });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({ error: 'A rep starts only their own visits.' });
  });

  it('lets an admin name an active rep, and no other user', async () => {
    const retired = await aUser(server.db, { active: false });
    const start = (id: string) => admin.post('/api/visits', { location: store.locationId, rep: id });
    expect((await start(rep.user.id)).json().rep._id).toBe(rep.user.id);
    expect((await start(retired.id)).json()).toEqual({ error: 'Pick an active rep.' });
    expect((await start('nobody')).json()).toEqual({ error: 'Pick an active rep.' });
  });

  it('is for users with the role rep: an admin without it starts none of their own', async () => {
    for (const body of [{ location: store.locationId }, { location: store.locationId, rep: admin.user.id }]) {
      const refused = await admin.post('/api/visits', body);
      expect([refused.statusCode, refused.json()]).toEqual([400, { error: 'Pick an active rep.' }]);
    }
    const both = await server.signIn(await aUser(server.db, { roles: ['rep', 'admin'] }));
    expect((await startVisit(both, store)).rep._id).toBe(both.user.id);
  });
});

describe('submitting a visit', () => {
  it('sets outcome, note and the time of capture', async () => {
    const visit = await startVisit(rep, store, { 'Captured-At': minutesBefore(40) });
    const headers = { 'Captured-At': minutesBefore(10) };
    const response = await rep.post(`/api/visits/${visit._id}/submit`, submitted, headers);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ ...submitted, submittedAt: minutesBefore(10) });
    const [row] = await server.db.select().from(visits);
    expect(row?.submitReceivedAt).toEqual(NOW);
  });

  it('sets no time before the start, whatever the clock of the device says', async () => {
    const visit = await startVisit(rep, store);
    const headers = { 'Captured-At': minutesBefore(60) };
    const response = await rep.post(`/api/visits/${visit._id}/submit`, submitted, headers);
    expect(response.json().submittedAt).toBe(visit.startedAt);
  });

  it('without a note keeps the note of the visit', async () => {
    const visit = await startVisit(rep, store);
    await rep.patch(`/api/visits/${visit._id}/note`, { note: 'Ring twice' });
    const response = await rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'skipped' });
    expect(response.json()).toMatchObject({ outcome: 'skipped', note: 'Ring twice' });
  });

  it('as completed needs a delivery of this visit to every box, and is otherwise refused with a fixed message', async () => {
    const visit = await startVisit(rep, store);
    await deliver(rep, store, 0, visit._id);
    await deliver(rep, store, 1);
    const refused = await rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'completed', note: '' });
    expect(refused.statusCode).toBe(409);
    const { error } = refused.json();
    expect(submitErrorMessage(error)).toBe(error);
    await deliver(rep, store, 1, visit._id);
    const done = await rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'completed', note: '' });
    expect(done.json().outcome).toBe('completed');
  });

  it('without an outcome is refused with the message of the screen', async () => {
    const visit = await startVisit(rep, store);
    const response = await rep.post(`/api/visits/${visit._id}/submit`, { note: '' });
    expect(response.statusCode).toBe(400);
    expect(submitErrorMessage(response.json().error)).toBe(screenMessages.selectOutcome);
  });

  it('a second time is refused and changes nothing', async () => {
    const visit = await startVisit(rep, store);
    const first = await rep.post(`/api/visits/${visit._id}/submit`, submitted);
    const second = await rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'other', note: 'again' });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toEqual({ error: 'This visit was already submitted.', reason: 'visitSubmitted' });
    expect((await rep.get(`/api/visits/${visit._id}`)).json()).toEqual(first.json());
  });

  it('succeeds once of many submits at once', async () => {
    const visit = await startVisit(rep, store);
    const outcomes = ['partial', 'skipped', 'no_access', 'other'];
    const responses = await Promise.all(
      outcomes.map((outcome) => rep.post(`/api/visits/${visit._id}/submit`, { outcome, note: outcome })),
    );
    expect(responses.map((response) => response.statusCode).filter((status) => status === 409)).toHaveLength(3);
    const won = responses.find((response) => response.statusCode === 200)?.json();
    expect((await rep.get(`/api/visits/${visit._id}`)).json()).toEqual(won);
  });

  it('as completed at the same moment as the last delivery comes after it or is refused', async () => {
    for (let round = 0; round < 15; round += 1) {
      const location = await aStockedLocation(server.db, { boxes: 1 });
      const visit = await startVisit(rep, location);
      const [submit, delivery] = await Promise.all([
        rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'completed', note: '' }),
        rep.post('/api/deliveries', deliveryBody(location, 0, visit._id)),
      ]);
      expect(delivery.statusCode).toBe(201);
      expect([200, 409]).toContain(submit.statusCode);
      const after = (await rep.get(`/api/visits/${visit._id}`)).json();
      expect(after.outcome).toBe(submit.statusCode === 200 ? 'completed' : null);
    }
  });
});

describe('editing a visit', () => {
  it('changes outcome and note of an open visit without an audit row', async () => {
    const visit = await startVisit(rep, store);
    const response = await rep.patch(`/api/visits/${visit._id}`, { outcome: 'skipped', note: 'Full' });
    expect(response.json()).toMatchObject({ outcome: 'skipped', note: 'Full', submittedAt: null });
    expect(await server.db.select().from(audit)).toHaveLength(0);
  });

  it('changes a submitted visit too, with an audit row of who, when, before and after', async () => {
    const visit = await startVisit(rep, store);
    await rep.post(`/api/visits/${visit._id}/submit`, submitted);
    const edited = await admin.patch(`/api/visits/${visit._id}`, { outcome: 'other' });
    expect(edited.json()).toMatchObject({ outcome: 'other', note: submitted.note, submittedAt: NOW.toISOString() });
    const [trace] = await server.db.select().from(audit).where(eq(audit.entityId, visit._id));
    expect(trace).toMatchObject({
      userId: admin.user.id,
      at: NOW,
      entity: 'visit',
      before: { outcome: submitted.outcome },
      after: { outcome: 'other' },
    });
  });

  it('to completed needs every box refilled, before the submit and after it', async () => {
    const visit = await startVisit(rep, store);
    const complete = () => rep.patch(`/api/visits/${visit._id}`, { outcome: 'completed' });
    expect((await complete()).statusCode).toBe(409);
    await deliver(rep, store, 0, visit._id);
    await deliver(rep, store, 1, visit._id);
    await rep.post(`/api/visits/${visit._id}/submit`, submitted);
    expect((await complete()).json().outcome).toBe('completed');
  });

  it('keeps a completed visit completed when the location has got a new box since', async () => {
    const visit = await startVisit(rep, store);
    await deliver(rep, store, 0, visit._id);
    await deliver(rep, store, 1, visit._id);
    await rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'completed', note: '' });
    await aBox(server.db, { locationId: store.locationId, position: 3 });
    const response = await rep.patch(`/api/visits/${visit._id}`, { outcome: 'completed', note: 'Two bags left' });
    expect(response.json()).toMatchObject({ outcome: 'completed', note: 'Two bags left' });
    await rep.patch(`/api/visits/${visit._id}`, { outcome: 'partial' });
    expect((await rep.patch(`/api/visits/${visit._id}`, { outcome: 'completed' })).statusCode).toBe(409);
  });

  it.each<['PATCH' | 'POST', string, object]>([
    ['PATCH', '', { note: 'x' }],
    ['PATCH', '/note', { note: 'x' }],
    ['POST', '/submit', submitted],
  ])('%s /api/visits/:id%s is for its rep and admins only', async (method, tail, body) => {
    const visit = await startVisit(rep, store);
    const send = (who: SignedIn) => who.send(method, `/api/visits/${visit._id}${tail}`, body);
    const refused = await send(otherRep);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toEqual({ error: 'This belongs to another rep.' });
    expect((await send(admin)).statusCode).toBe(200);
  });
});
