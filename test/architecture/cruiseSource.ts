import { createRequire } from 'node:module';
import type * as swcCore from '@swc/core';
import type { ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';

/**
 * dependency-cruiser 17 never tells swc that a .tsx file holds JSX and gives up at the first one
 * (sverweij/dependency-cruiser#1081, mended in versions that need Node 22). It takes swc's functions when it is
 * loaded, so they are told before.
 */
function teachSwcTsx(): void {
  const swc = createRequire(import.meta.url)('@swc/core') as { parseFileSync: typeof swcCore.parseFileSync };
  const { parseFileSync } = swc;
  swc.parseFileSync = ((file: string, options: swcCore.ParseOptions) =>
    parseFileSync(file, { ...options, syntax: 'typescript', tsx: file.endsWith('.tsx') })) as typeof parseFileSync;
}

/** The modules of src with what each imports, types included, and every import that breaks one of the rules. */
export async function cruiseSource(rules: IForbiddenRuleType[]): Promise<ICruiseResult> {
  teachSwcTsx();
  const { cruise } = await import('dependency-cruiser');
  const { output } = await cruise(
    ['src'],
    {
      validate: true,
      ruleSet: { forbidden: rules },
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '\\.css$' },
    },
    {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  );
  if (typeof output === 'string') throw new Error('dependency-cruiser was expected to return its result as an object');
  return output;
}
