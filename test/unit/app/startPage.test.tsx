import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CheckingAuth } from '../../../src/app/CheckingAuth';
import { preloadRepScreens, preloadScreen } from '../../../src/app/preloadScreen';
import { appRoutes } from '../../../src/app/routes';
import { messages } from '../../../src/domain/messages';
import { paths, routes } from '../../../src/paths';

it('the HTML page already shows what the app shows while it checks the session', () => {
  const page = new DOMParser().parseFromString(readFileSync('index.html', 'utf8'), 'text/html');
  const { container } = render(<CheckingAuth />);
  const shown = page.getElementById('root')?.firstChild ?? null;
  expect(shown?.textContent).toContain(messages.checkingAuth);
  expect(container.firstChild?.isEqualNode(shown)).toBe(true);
});

/** The routes whose code the work loads. The code of `failing` can't be loaded. */
async function routesLoadedBy(work: () => Promise<void>, failing?: string): Promise<string[]> {
  const loaded: string[] = [];
  for (const { path, Screen } of appRoutes) {
    vi.spyOn(Screen, 'load').mockImplementation(async () => {
      if (path === failing) throw new Error('No connection');
      return loaded.push(path);
    });
  }
  await work();
  return loaded;
}

afterEach(() => vi.restoreAllMocks());

it.each([
  [paths.newDelivery(), routes.newDelivery],
  [paths.visit('v1'), routes.visit],
  ['/nowhere', null],
])('the screen of %s is loaded before it is rendered', async (url, expected) => {
  expect(await routesLoadedBy(() => preloadScreen(url))).toEqual(expected === null ? [] : [expected]);
});

it("the screens of a rep's round are loaded, also after one whose code can't be loaded", async () => {
  const { dashboard, startVisit, visit, newDelivery, outbox } = routes;
  expect(await routesLoadedBy(preloadRepScreens, routes.locations)).toEqual([
    dashboard,
    startVisit,
    visit,
    newDelivery,
    outbox,
  ]);
});
