import { route } from '../http/route';
import { itemsUsage, outcomeCounts, repProductivity } from '../services/reportQueries';
import { readTradeFilter } from '../services/salesFilter';

export const reportsRoutes = [
  route('getItemsUsage', async ({ db, user, query }) => itemsUsage(db, readTradeFilter(query, user), query.limit)),

  route('getRepProductivity', async ({ db, user, query }) => repProductivity(db, readTradeFilter(query, user))),

  route('getOutcomes', async ({ db, user, query }) => outcomeCounts(db, readTradeFilter(query, user))),
];
