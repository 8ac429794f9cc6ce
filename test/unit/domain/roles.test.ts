import { describe, expect, it } from 'vitest';
import { type Access, canStartVisits, may, mayAccess, mayChangeVisitsOf, type Role } from '../../../src/domain/roles';

describe('roles', () => {
  it('give an admin permissions that a rep lacks', () => {
    expect(may({ roles: ['rep'] }, 'manageUsers')).toBe(false);
    expect(may({ roles: ['rep', 'admin'] }, 'manageUsers')).toBe(true);
  });

  it('let a rep change only their own visits, an admin those of all reps', () => {
    expect(mayChangeVisitsOf({ _id: 'ada', roles: ['rep'] }, 'ada')).toBe(true);
    expect(mayChangeVisitsOf({ _id: 'ada', roles: ['rep'] }, 'ben')).toBe(false);
    expect(mayChangeVisitsOf({ _id: 'cleo', roles: ['admin'] }, 'ben')).toBe(true);
  });

  it('that this build does not know permit nothing', () => {
    expect(may({ roles: ['a role of a newer build' as Role] }, 'manageUsers')).toBe(false);
  });

  it.each<[Access, Role[] | null, boolean]>([
    ['public', null, true],
    ['signedIn', null, false],
    ['signedIn', ['rep'], true],
    ['manageUsers', null, false],
    ['manageUsers', ['rep'], false],
    ['manageUsers', ['rep', 'admin'], true],
  ])('decide who may access: %s for %j is %s', (access, roles, expected) => {
    expect(mayAccess(access, roles && { roles })).toBe(expected);
  });

  it('only active reps start visits (spec §6)', () => {
    expect(canStartVisits({ roles: ['rep'], active: true })).toBe(true);
    expect(canStartVisits({ roles: ['rep'], active: false })).toBe(false);
    expect(canStartVisits({ roles: ['admin'], active: true })).toBe(false);
  });
});
