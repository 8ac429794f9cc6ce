import { describe, expect, it } from 'vitest';
import { paths, safeReturnPath, savedForVisit, visitSavedFor } from '../../src/paths';

describe('paths', () => {
  it('omit empty query values', () => {
    expect(paths.boxes()).toBe('/boxes');
    expect(paths.newDelivery({ visit: 'v 1', box: 'b' })).toBe('/deliveries/new?visit=v+1&box=b');
  });

  it('encode an id as one segment', () => {
    expect(paths.visit('a/b?c')).toBe('/visits/a%2Fb%3Fc');
  });
});

describe('the link back to a visit', () => {
  it('is the one that a save stored in the history entry', () => {
    expect(visitSavedFor(savedForVisit('v1'))).toBe('v1');
  });

  it.each([null, undefined, 'v1', {}, { savedForVisit: 7 }, { from: '/' }])('is not found in %j', (state) => {
    expect(visitSavedFor(state)).toBeNull();
  });
});

describe('the return path after signing in', () => {
  it.each(['/locations', '/visits/1?x=y#z', '/deliveries/new?visit=1'])('may be %s', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  it.each(['//evil.example', '/\\evil.example', 'https:evil', 'javascript:alert(1)', '/\t/evil', '', null, '/login'])(
    'is never %j',
    (path) => {
      expect(safeReturnPath(path)).toBe('/');
    },
  );
});
