import { expect, test } from 'vitest';
import { type CallName, calls } from '../../src/contract/calls';
import { routeList } from '../../src/server/routes/routeList';
import { filesBelow, readText } from './sourceFiles';

const callNames = Object.keys(calls).sort();
/** The calls of spec §7. A call of ours may be on the server before the client makes it. */
const specifiedNames = callNames.filter((name) => !('ours' in calls[name as CallName]));
const apiFiles = filesBelow('src/api', /Api\.ts$/);

/** Which endpoint makes which call, read off `endpoint: build.query<…>({ query: … ({ name: 'call' … }) })`. */
function endpointsOf(file: string): { endpoint: string; call: string }[] {
  const endpoint = /^ {4}(\w+): build\.(?:query|mutation)[\s\S]*?\bname: '(\w+)'/gm;
  return [...readText(file).matchAll(endpoint)].map(([, name = '', call = '']) => ({ endpoint: name, call }));
}

const endpoints = apiFiles.flatMap(endpointsOf);

test('every call of spec §7 has one endpoint of its name in src/api/<noun>Api.ts, a call of ours at most one', () => {
  const ofCalls = endpoints.map(({ endpoint }) => endpoint).filter((name) => callNames.includes(name));
  expect(ofCalls.filter((name) => specifiedNames.includes(name)).sort()).toEqual(specifiedNames);
  expect(new Set(ofCalls).size).toBe(ofCalls.length);
});

test('an endpoint of a call makes that call', () => {
  const crossed = endpoints.filter(({ endpoint, call }) => callNames.includes(endpoint) && endpoint !== call);
  expect(crossed).toEqual([]);
});

test('a further endpoint makes a call of the contract too', () => {
  // The deliveries of one visit, and what a location took last, are the filtered list asked another way (spec §7).
  expect(endpoints.filter(({ endpoint }) => !callNames.includes(endpoint))).toEqual([
    { endpoint: 'listVisitDeliveries', call: 'listDeliveries' },
    { endpoint: 'listTakenDeliveries', call: 'listDeliveries' },
  ]);
});

test('every call of the contract has one route on the server', () => {
  expect(routeList.map(({ name }) => name).sort()).toEqual(callNames);
});

test('no two calls share method and path', () => {
  const routes = Object.values(calls).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(routes).size).toBe(routes.length);
});

test('a recording can be replayed whatever endpoint it names: src/recording/app/appReducer.ts imports them all', () => {
  const reducer = readText('src/recording/app/appReducer.ts');
  expect(
    apiFiles.filter((file) => !reducer.includes(`import '../../${file.slice('src/'.length, -'.ts'.length)}';`)),
  ).toEqual([]);
});
