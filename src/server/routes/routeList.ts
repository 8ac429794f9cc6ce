import type { RouteDefinition } from '../http/route';
import { auditRoutes } from './audit';
import { authRoutes } from './auth';
import { boxesRoutes } from './boxes';
import { deliveriesRoutes } from './deliveries';
import { exportsRoutes } from './exports';
import { healthRoutes } from './health';
import { importsRoutes } from './imports';
import { itemsRoutes } from './items';
import { locationsRoutes } from './locations';
import { reportsRoutes } from './reports';
import { syncRoutes } from './sync';
import { usersRoutes } from './users';
import { visitsRoutes } from './visits';
import { writesRoutes } from './writes';

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
  ...importsRoutes,
  ...auditRoutes,
  ...syncRoutes,
  ...writesRoutes,
];
