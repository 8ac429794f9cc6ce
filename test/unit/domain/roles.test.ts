import { describe, expect, it } from 'vitest';
import {
  type Access,
  canStartVisits,
  isAdmin,
  mayAccess,
  type Role,
  validateRoles,
  withRole,
} from '../../../src/domain/roles';

describe('roles', () => {
  it('must not become empty (spec §5)', () => {
    expect(validateRoles([])).toBe('A user must have at least one role (rep or admin).');
    expect(validateRoles(['rep'])).toBeNull();
  });

  it('are toggled one at a time', () => {
    expect(withRole(['rep'], 'admin', true)).toEqual(['rep', 'admin']);
    expect(withRole(['rep', 'admin'], 'rep', false)).toEqual(['admin']);
    expect(withRole(['admin'], 'admin', true)).toEqual(['admin']);
  });

  it('decide who is an admin', () => {
    expect(isAdmin({ roles: ['rep'] })).toBe(false);
    expect(isAdmin({ roles: ['rep', 'admin'] })).toBe(true);
  });

  it.each<[Access, Role[] | null, boolean]>([
    ['public', null, true],
    ['signedIn', null, false],
    ['signedIn', ['rep'], true],
    ['admin', null, false],
    ['admin', ['rep'], false],
    ['admin', ['rep', 'admin'], true],
  ])('decide who may access: %s for %j is %s', (access, roles, may) => {
    expect(mayAccess(access, roles && { roles })).toBe(may);
  });

  it('only active reps start visits (spec §6)', () => {
    expect(canStartVisits({ roles: ['rep'], active: true })).toBe(true);
    expect(canStartVisits({ roles: ['rep'], active: false })).toBe(false);
    expect(canStartVisits({ roles: ['admin'], active: true })).toBe(false);
  });
});
