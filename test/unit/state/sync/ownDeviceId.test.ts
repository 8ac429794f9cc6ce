import { beforeEach, expect, it, vi } from 'vitest';
import { ownDeviceId } from '../../../../src/state/sync/startSyncReports';

beforeEach(() => localStorage.clear());

it('a device has one id, also on a page that is not secure, where browsers have no randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const id = ownDeviceId();
  expect(id).toMatch(/^\S{32,}$/);
  expect(ownDeviceId()).toBe(id);
});
