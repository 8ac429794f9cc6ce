import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, type Pattern } from '@swc/core';

/**
 * The files below a folder of the project, as paths from the project's root, with `/` between their parts. What npm has
 * installed for a tool is not the project's.
 */
export function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
    .sort();
}

export const readText = (file: string): string => readFileSync(file, 'utf8');

/** The numbers of the queue's invariants, as their README lists them. */
export const invariantNumbers = (): number[] =>
  [...readText('test/unit/offline/invariants/README.md').matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));

/** The folders directly below `folder`. */
export function foldersOf(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => `${folder}/${entry.name}`);
}

const parse = (file: string) => parseSync(readText(file), { syntax: 'typescript', tsx: file.endsWith('.tsx') }).body;

function collectTexts(node: unknown, texts: string[]): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node) {
    if (node.type === 'StringLiteral' && 'value' in node) texts.push(String(node.value));
    if (node.type === 'TemplateElement' && 'raw' in node) texts.push(String(node.raw));
  }
  for (const child of Object.values(node)) collectTexts(child, texts);
}

/** Every string literal of a TypeScript file and every fixed part of its template strings; comments don't count. */
export function stringLiterals(file: string): string[] {
  const texts: string[] = [];
  collectTexts(parse(file), texts);
  return texts;
}

function collectIdentifiers(node: unknown, names: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && (node.type === 'Identifier' || node.type === 'PrivateName') && 'value' in node)
    names.add(String(node.value));
  for (const child of Object.values(node)) collectIdentifiers(child, names);
}

/** Every name that a TypeScript file declares or uses, its properties' too; comments and texts don't count. */
export function identifiersIn(file: string): Set<string> {
  const names = new Set<string>();
  collectIdentifiers(parse(file), names);
  return names;
}

/** The names in a binding: one, or those that a pattern takes out of an object or a list. */
function boundNames(pattern: Pattern): string[] {
  if (pattern.type === 'Identifier') return [pattern.value];
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((property) =>
    property.type === 'AssignmentPatternProperty' ? [property.key.value] : [],
  );
}

/** The names that a file declares and exports; a name that it only passes on belongs to the other file. */
export function exportsOf(file: string): string[] {
  return parse(file).flatMap((item) => {
    if (item.type !== 'ExportDeclaration') return [];
    const { declaration } = item;
    if (declaration.type === 'VariableDeclaration') return declaration.declarations.flatMap(({ id }) => boundNames(id));
    if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
      return [declaration.identifier.value];
    return declaration.type === 'TsModuleDeclaration' ? [] : [declaration.id.value];
  });
}
