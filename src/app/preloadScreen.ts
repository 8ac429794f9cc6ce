import { matchRoutes } from 'react-router';
import { routes } from '../paths';
import { appRoutes } from './routes';

/**
 * Loads the code of a URL's screen while the storage is still being read, so that their times do not add up. Resolves
 * when it is loaded and when loading fails.
 */
export async function preloadScreen(pathname: string): Promise<void> {
  const [match] = matchRoutes([...appRoutes], pathname) ?? [];
  // The route shows the failure when it loads the screen itself.
  await match?.route.Screen.load().catch(() => undefined);
}

/** The screens that a rep opens in a visit, in the order in which a rep sees them. */
const REP_SCREENS: readonly string[] = [
  routes.dashboard,
  routes.locations,
  routes.startVisit,
  routes.visit,
  routes.newDelivery,
  routes.outbox,
];

/**
 * Loads the code of the rep's screens, one after the other, so that none of them shows a fallback first. A screen that
 * cannot be loaded is skipped. Resolves after the last one.
 */
export async function preloadRepScreens(): Promise<void> {
  for (const path of REP_SCREENS) await preloadScreen(path);
}
