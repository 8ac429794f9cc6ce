import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CheckingAuth } from '../../../src/app/CheckingAuth';
import { preloadScreen } from '../../../src/app/preloadScreen';
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

it.each([
  [paths.newDelivery(), routes.newDelivery],
  [paths.visit('v1'), routes.visit],
  ['/nowhere', null],
])('the screen of %s is loaded before it is rendered', (address, expected) => {
  const loaded: string[] = [];
  const loads = appRoutes.map(({ path, Screen }) => ({ path, Screen, load: Screen.load }));
  for (const { path, Screen } of loads) {
    Screen.load = async () => loaded.push(path);
  }
  try {
    void preloadScreen(address);
  } finally {
    for (const { Screen, load } of loads) Screen.load = load;
  }
  expect(loaded).toEqual(expected === null ? [] : [expected]);
});
