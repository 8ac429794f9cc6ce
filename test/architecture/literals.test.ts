import { expect, test } from 'vitest';
import { routes } from '../../src/paths';
import { filesBelow, stringLiterals } from './sourceFiles';

const sources = filesBelow('src', /\.tsx?$/).filter((file) => !file.startsWith('src/contract/'));

function literalsMatching(pattern: RegExp, allowedIn: string[]): string[] {
  const places = sources.filter((file) => !allowedIn.includes(file));
  return places.flatMap((file) =>
    stringLiterals(file)
      .filter((text) => pattern.test(text))
      .map((text) => `${file}: '${text}'`),
  );
}

/** The first segments of the routes: `visits` of `/visits/:id`. A parameter is none. */
const firstSegments = [...new Set(Object.values(routes).map((route) => route.split('/')[1]))].filter(
  (segment) => segment && !segment.startsWith(':'),
);

test("'/api' stands in domain/constants alone: elsewhere take API_BASE_PATH, or the call from contract/calls", () => {
  expect(literalsMatching(/^\/api(?:[/?]|$)/, ['src/domain/constants.ts'])).toEqual([]);
});

test('routes stand in paths.ts alone: elsewhere build the address with `paths`, match it with `routes`', () => {
  const route = new RegExp(`^/(?:${firstSegments.join('|')})(?:[/?]|$)`);
  expect(literalsMatching(route, ['src/paths.ts'])).toEqual([]);
});

test('the check reads string literals and templates, not comments', () => {
  expect(stringLiterals('src/paths.ts')).toEqual(expect.arrayContaining(['/login', '/deliveries/visit/', '/print']));
  expect(stringLiterals('src/paths.ts').join()).not.toContain('spec §2');
});
