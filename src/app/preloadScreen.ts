import { matchRoutes } from 'react-router';
import { appRoutes } from './routes';

/**
 * Loads the screen of an address while the device is still being read, so that the two don't add up. Resolves when it is
 * there, and when it can't be had.
 */
export async function preloadScreen(pathname: string): Promise<void> {
  const [match] = matchRoutes([...appRoutes], pathname) ?? [];
  // A failure shows where the screen itself is asked for.
  await match?.route.Screen.load().catch(() => undefined);
}
