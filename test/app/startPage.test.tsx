import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CheckingAuth } from '../../src/app/CheckingAuth';
import { preloadScreen } from '../../src/app/preloadScreen';
import { appRoutes } from '../../src/app/routes';
import { paths, routes } from '../../src/paths';

it('the page says from the first byte what the app says while it checks the session', () => {
  const page = new DOMParser().parseFromString(readFileSync('index.html', 'utf8'), 'text/html');
  const { container } = render(<CheckingAuth />);
  expect(page.getElementById('root')?.innerHTML).toBe(container.innerHTML);
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
    preloadScreen(address);
  } finally {
    for (const { Screen, load } of loads) Screen.load = load;
  }
  expect(loaded).toEqual(expected === null ? [] : [expected]);
});
