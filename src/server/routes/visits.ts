import { ifMatchOf } from '../http/ifMatch';
import { route } from '../http/route';
import { submitVisit, updateVisit } from '../services/changeVisit';
import { startVisit } from '../services/startVisit';
import { getVisit, listVisits } from '../services/visitRows';

export const visitsRoutes = [
  /** 201 with a new visit, 200 with the open one that is continued. */
  route('startVisit', async ({ db, user, body, capturedAt, now, reply }) => {
    const { id, isNew } = await startVisit(db, { user, location: body.location, rep: body.rep, capturedAt, now });
    reply.code(isNew ? 201 : 200);
    return getVisit(db, id);
  }),

  route('listVisits', async ({ db, query: { location, rep, limit } }) =>
    listVisits(db, { location: location ?? null, rep: rep ?? null }, limit),
  ),

  route('getVisit', async ({ db, params }) => getVisit(db, params.id)),

  route('submitVisit', async ({ db, user, params: { id }, body, capturedAt, now, request }) => {
    await submitVisit(
      db,
      { id, user, capturedAt, now, ifMatch: ifMatchOf(request) },
      { outcome: body.outcome, note: body.note },
    );
    return getVisit(db, id);
  }),

  route('updateVisitNote', async ({ db, user, params: { id }, body, now, request }) => {
    await updateVisit(db, { id, user, now, ifMatch: ifMatchOf(request) }, body);
    return getVisit(db, id);
  }),

  route('updateVisit', async ({ db, user, params: { id }, body, now, request }) => {
    await updateVisit(db, { id, user, now, ifMatch: ifMatchOf(request) }, body);
    return getVisit(db, id);
  }),
];
