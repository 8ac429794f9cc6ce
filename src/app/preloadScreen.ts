import { matchRoutes } from 'react-router';
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
