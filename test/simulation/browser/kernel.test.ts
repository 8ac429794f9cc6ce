import { expect, it } from 'vitest';
import { Kernel } from './kernel';
import { randomFrom } from '../../support/random';
import { scopeOf } from './scope';
import { SimDevice } from './simDevice';

it('a thawed tab runs its timers, except those that it has cleared', async () => {
  const kernel = new Kernel();
  const noServer = () => Promise.reject(new Error('There is no server'));
  const tab = new SimDevice(kernel, 'd0', randomFrom(1), noServer).open(0);
  const { setTimeout, clearTimeout } = scopeOf(() => tab);
  if (typeof setTimeout !== 'function' || typeof clearTimeout !== 'function') throw new Error('A tab has timers');
  const ran: string[] = [];
  setTimeout(() => {
    ran.push('first');
    clearTimeout(cleared);
  }, 10);
  const cleared = setTimeout(() => ran.push('cleared'), 20);
  setTimeout(() => ran.push('last'), 30);

  tab.freeze();
  await kernel.advance(100);
  tab.thaw();
  await kernel.advance(0);

  expect(ran).toEqual(['first', 'last']);
});
