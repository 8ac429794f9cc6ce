import { describe, expect, it } from 'vitest';
import { paths, safeReturnPath, savedForVisit, visitSavedFor } from '../../src/paths';

describe('paths', () => {
  it('leave empty query values out', () => {
    expect(paths.boxes()).toBe('/boxes');
    expect(paths.newDelivery({ visit: 'v 1', box: 'b' })).toBe('/deliveries/new?visit=v+1&box=b');
  });

  it('hold ids in one segment', () => {
    expect(paths.visit('a/b?c')).toBe('/visits/a%2Fb%3Fc');
  });
});

describe('the way back to a visit', () => {
  it('is what a save left in the history entry', () => {
    expect(visitSavedFor(savedForVisit('v1'))).toBe('v1');
  });

  it.each([null, undefined, 'v1', {}, { savedForVisit: 7 }, { from: '/' }])('is not found in %j', (state) => {
    expect(visitSavedFor(state)).toBeNull();
  });
});

describe('the way back after signing in', () => {
  it.each(['/locations', '/visits/1?x=y#z', '/deliveries/new?visit=1'])('goes to %s', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  it.each(['//evil.example', '/\\evil.example', 'https:evil', 'javascript:alert(1)', '/\t/evil', '', null, '/login'])(
    'refuses %j',
    (path) => {
      expect(safeReturnPath(path)).toBe('/');
    },
  );
});
