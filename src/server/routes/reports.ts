import { route } from '../http/route';
import { itemsUsage, outcomeCounts, repProductivity } from '../services/reportQueries';
import { parseSalesFilter } from '../services/salesFilter';

export const reportsRoutes = [
  route('getItemsUsage', async ({ db, user, query }) => itemsUsage(db, parseSalesFilter(query, user), query.limit)),

  route('getRepProductivity', async ({ db, user, query }) => repProductivity(db, parseSalesFilter(query, user))),

  route('getOutcomes', async ({ db, user, query }) => outcomeCounts(db, parseSalesFilter(query, user))),
];
