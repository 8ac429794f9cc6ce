import type { RouteDefinition } from './route';
import { authRoutes } from './routes/auth';
import { boxesRoutes } from './routes/boxes';
import { deliveriesRoutes } from './routes/deliveries';
import { exportsRoutes } from './routes/exports';
import { healthRoutes } from './routes/health';
import { itemsRoutes } from './routes/items';
import { locationsRoutes } from './routes/locations';
import { reportsRoutes } from './routes/reports';
import { usersRoutes } from './routes/users';
import { visitsRoutes } from './routes/visits';
import { writesRoutes } from './routes/writes';

/** Every route of the server, one group per noun of the contract. A test compares it with `contract/calls`. */
export const routeList: readonly RouteDefinition[] = [
  ...authRoutes,
  ...healthRoutes,
  ...itemsRoutes,
  ...locationsRoutes,
  ...boxesRoutes,
  ...deliveriesRoutes,
  ...usersRoutes,
  ...visitsRoutes,
  ...reportsRoutes,
  ...exportsRoutes,
  ...writesRoutes,
];
