import { expect, it, vi } from 'vitest';
import { browserEnvironment } from '../../src/state/browserEnvironment';

it('a browser that forbids storage does not keep the app from starting', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Forbidden', 'SecurityError');
  });
  expect(browserEnvironment().countKeeper.read()).toBeNull();
});
