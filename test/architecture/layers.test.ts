import { readdirSync } from 'node:fs';
import type { ICruiseResult } from 'dependency-cruiser';
import { beforeAll, expect, test } from 'vitest';
import { cruiseSource } from './cruiseSource';
import { layerRules, layers } from './layers';
import { filesBelow, readText } from './sourceFiles';

let result: ICruiseResult;

beforeAll(async () => {
  result = await cruiseSource(layerRules);
});

test('every layer imports only what the table allows', () => {
  const broken = result.summary.violations.map(({ from, to, rule }) => {
    const advice = layerRules.find(({ name }) => name === rule.name)?.comment;
    return `${from} → ${to}: ${rule.name}. ${advice}`;
  });
  expect(broken).toEqual([]);
});

test('the check sees the modules and what they import, types included', () => {
  const schemas = result.modules.find(({ source }) => source === 'src/contract/callSchemas.ts');
  expect(result.modules.length).toBeGreaterThan(50);
  // contract/callSchemas imports zod for its types only.
  expect(schemas?.dependencies.map(({ resolved }) => resolved)).toContain('src/contract/boxes.ts');
  const app = result.modules.find(({ source }) => source === 'src/app/App.tsx');
  expect(app?.dependencies.length).toBeGreaterThan(0);
  expect(schemas?.dependencies.some(({ resolved }) => resolved.includes('node_modules/zod'))).toBe(true);
});

test('every folder and file of src is placed in the table of layers', () => {
  const placed = readdirSync('src', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || /\.tsx?$/.test(entry.name))
    .map((entry) => entry.name);
  const known = new Set(Object.keys(layers).map((layer) => layer.split('/')[0]));
  expect(placed.filter((name) => !known.has(name))).toEqual([]);
});

test('no two folders of state import each other, directly or by way of others', () => {
  const folderOf = (file: string) => /^src\/state\/(\w+)\//.exec(file)?.[1];
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of result.modules) {
    const from = folderOf(source);
    if (!from) continue;
    const targets = imports.get(from) ?? imports.set(from, new Set()).get(from);
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (to && to !== from) targets?.add(to);
    }
  }
  expect(imports.size).toBeGreaterThan(10);
  // Takes away, again and again, the folders that import none of those left: a circle stays.
  for (;;) {
    const free = [...imports].filter(([, targets]) => [...targets].every((to) => !imports.has(to)));
    if (free.length === 0) break;
    for (const [folder] of free) imports.delete(folder);
  }
  expect([...imports.keys()]).toEqual([]);
});

test('features take only types from the contract: screens call the endpoints of src/api', () => {
  const valueImport = /^import (?!type )[^;]*?from '(?:\.\.\/)+contract\//m;
  const files = filesBelow('src/features', /\.tsx?$/);
  expect(files.filter((file) => valueImport.test(readText(file)))).toEqual([]);
});
