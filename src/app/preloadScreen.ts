import { matchRoutes } from 'react-router';
import { appRoutes } from './routes';

/** Starts loading the screen of an address while the device is still being read, so that the two don't add up. */
export function preloadScreen(pathname: string): void {
  const [match] = matchRoutes([...appRoutes], pathname) ?? [];
  // A failure shows where the screen itself is asked for.
  match?.route.Screen.load().catch(() => undefined);
}
