import { eq } from 'drizzle-orm';
import { deliveries } from '../db/schema';
import { ifMatchOf } from '../http/ifMatch';
import { pricesAsOfOf } from '../http/instantHeader';
import { route } from '../http/route';
import { createDelivery, updateDelivery } from '../services/changeDelivery';
import { deliveryIdsOfPage } from '../services/deliveryPages';
import { getDelivery, listDeliveries } from '../services/deliveryRows';
import { pageOf } from '../services/pageOf';
import { countDeliveries } from '../services/reportQueries';
import { deliveriesWhere, parseSalesFilter } from '../services/salesFilter';

export const deliveriesRoutes = [
  route('listDeliveries', async ({ db, user, query }) => {
    const { limit, visit } = query;
    const filter = parseSalesFilter(query, user);
    const where = visit ? eq(deliveries.visitId, visit) : undefined;
    return pageOf(query, {
      count: () => (where ? db.$count(deliveries, deliveriesWhere(filter, where)) : countDeliveries(db, filter)),
      read: async (offset) => listDeliveries(db, await deliveryIdsOfPage(db, { filter, where, limit, offset })),
    });
  }),

  route('getDelivery', async ({ db, params }) => getDelivery(db, params.id)),

  route('createDelivery', async ({ db, user, body, capturedAt, now, reply, request }) => {
    const pricesAsOf = pricesAsOfOf(request, capturedAt, now);
    const id = await createDelivery(db, { user, body, capturedAt, pricesAsOf, now });
    reply.code(201);
    return getDelivery(db, id);
  }),

  route('updateDelivery', async ({ db, user, params: { id }, body, capturedAt, now, request }) => {
    const pricesAsOf = pricesAsOfOf(request, capturedAt, now);
    await updateDelivery(db, { id, user, capturedAt, pricesAsOf, now, ifMatch: ifMatchOf(request) }, body.lines);
    return getDelivery(db, id);
  }),
];
