import { route } from '../route';
import { itemsUsage, outcomeCounts, repProductivity } from '../trade/reportQueries';
import { readTradeFilter } from '../trade/tradeFilter';

export const reportsRoutes = [
  route('getItemsUsage', async ({ db, user, query }) => itemsUsage(db, readTradeFilter(query, user), query.limit)),

  route('getRepProductivity', async ({ db, user, query }) => repProductivity(db, readTradeFilter(query, user))),

  route('getOutcomes', async ({ db, user, query }) => outcomeCounts(db, readTradeFilter(query, user))),
];
