import { type ComponentType, lazy, useState } from 'react';
import type { Access } from '../domain/roles';
import { routes } from '../paths';

export interface AppRoute {
  path: string;
  /** Who may open it (spec §2, route table). A signed-in user without the role sees 'Forbidden'. */
  access: Access;
  Screen: LazyScreen;
}

export type LazyScreen = ComponentType & {
  /** Loads the chunk ahead of its first rendering. */
  load(): Promise<unknown>;
};

/**
 * A screen in a chunk of its own, loaded when its route is first opened. A screen that was loaded ahead renders at
 * once: `lazy` alone would show its fallback, which React then keeps for 300 ms.
 */
function screen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): LazyScreen {
  let loaded: ComponentType | null = null;
  const loadScreen = async () => {
    loaded = (await load())[name];
    return { default: loaded };
  };
  const Lazy = lazy(loadScreen);
  function Screen() {
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Shown />;
  }
  return Object.assign(Screen, { load: loadScreen });
}

const CatalogueRoute = screen(() => import('./CatalogueRoute'), 'CatalogueRoute');

/** Every route, in the order of spec §2, ours last. */
export const appRoutes: readonly AppRoute[] = [
  { path: routes.login, access: 'public', Screen: screen(() => import('../features/auth/LoginScreen'), 'LoginScreen') },
  {
    path: routes.dashboard,
    access: 'signedIn',
    Screen: screen(() => import('../features/dashboard/DashboardScreen'), 'DashboardScreen'),
  },
  {
    path: routes.locations,
    access: 'signedIn',
    Screen: screen(() => import('../features/locations/LocationsScreen'), 'LocationsScreen'),
  },
  {
    path: routes.boxes,
    access: 'signedIn',
    Screen: screen(() => import('../features/boxes/BoxesScreen'), 'BoxesScreen'),
  },
  {
    path: routes.deliveries,
    access: 'signedIn',
    Screen: screen(() => import('../features/deliveries/list/DeliveriesScreen'), 'DeliveriesScreen'),
  },
  {
    path: routes.reports,
    access: 'signedIn',
    Screen: screen(() => import('../features/reports/ReportsScreen'), 'ReportsScreen'),
  },
  {
    path: routes.newDelivery,
    access: 'signedIn',
    Screen: screen(() => import('../features/deliveries/new/NewDeliveryScreen'), 'NewDeliveryScreen'),
  },
  {
    path: routes.delivery,
    access: 'signedIn',
    Screen: screen(() => import('../features/deliveries/detail/DeliveryDetailScreen'), 'DeliveryDetailScreen'),
  },
  {
    path: routes.editDelivery,
    access: 'signedIn',
    Screen: screen(() => import('../features/deliveries/edit/EditDeliveryScreen'), 'EditDeliveryScreen'),
  },
  {
    path: routes.visitDetails,
    access: 'signedIn',
    Screen: screen(() => import('../features/deliveries/visit/VisitDetailsScreen'), 'VisitDetailsScreen'),
  },
  {
    path: routes.startVisit,
    access: 'signedIn',
    Screen: screen(() => import('../features/visits/StartVisitScreen'), 'StartVisitScreen'),
  },
  {
    path: routes.visit,
    access: 'signedIn',
    Screen: screen(() => import('../features/visits/VisitScreen'), 'VisitScreen'),
  },
  {
    path: routes.editVisit,
    access: 'signedIn',
    Screen: screen(() => import('../features/visits/EditVisitScreen'), 'EditVisitScreen'),
  },
  {
    path: routes.printVisit,
    access: 'signedIn',
    Screen: screen(() => import('../features/print/PrintSummaryScreen'), 'PrintSummaryScreen'),
  },
  {
    path: routes.items,
    access: 'manageCatalogue',
    Screen: screen(() => import('../features/items/ItemsScreen'), 'ItemsScreen'),
  },
  {
    path: routes.newItem,
    access: 'manageCatalogue',
    Screen: screen(() => import('../features/items/NewItemScreen'), 'NewItemScreen'),
  },
  {
    path: routes.users,
    access: 'manageUsers',
    Screen: screen(() => import('../features/users/UsersScreen'), 'UsersScreen'),
  },
  {
    path: routes.newUser,
    access: 'manageUsers',
    Screen: screen(() => import('../features/users/NewUserScreen'), 'NewUserScreen'),
  },
  {
    path: routes.newLocation,
    access: 'manageCatalogue',
    Screen: screen(() => import('../features/locations/NewLocationScreen'), 'NewLocationScreen'),
  },
  {
    path: routes.user,
    access: 'manageUsers',
    Screen: screen(() => import('../features/users/EditUserScreen'), 'EditUserScreen'),
  },
  { path: routes.editEntry, access: 'manageCatalogue', Screen: CatalogueRoute },
  { path: routes.manage, access: 'manageCatalogue', Screen: CatalogueRoute },
  {
    path: routes.outbox,
    access: 'signedIn',
    Screen: screen(() => import('../features/outbox/OutboxScreen'), 'OutboxScreen'),
  },
  {
    path: routes.recordings,
    access: 'signedIn',
    Screen: screen(() => import('./RecordingsRoute'), 'RecordingsRoute'),
  },
  {
    path: routes.account,
    access: 'signedIn',
    Screen: screen(() => import('../features/account/AccountScreen'), 'AccountScreen'),
  },
  {
    path: routes.audit,
    access: 'seeAudit',
    Screen: screen(() => import('../features/audit/AuditScreen'), 'AuditScreen'),
  },
  {
    path: routes.sync,
    access: 'seeSync',
    Screen: screen(() => import('../features/sync/SyncScreen'), 'SyncScreen'),
  },
];
