import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createServer, type Plugin } from 'vite';

const ROOT = resolve(import.meta.dirname, '../../..');

/** A change of the source for one run or one build. The file on disk is not changed. */
export interface SourceChange {
  /** The path below `src`. */
  file: string;
  /** Must occur in the file exactly once. */
  find: string;
  replace: string;
}

const pathOf = ({ file }: SourceChange) => join(ROOT, 'src', file);

/** Makes the changes while the source is loaded. Throws unless each file was loaded and has its text exactly once. */
export function planting(changes: readonly SourceChange[]): Plugin {
  for (const change of changes) {
    const found = readFileSync(pathOf(change), 'utf8').split(change.find).length - 1;
    if (found !== 1) throw new Error(`src/${change.file} has ${found} places of: ${change.find}`);
  }
  const missed = new Set(changes);
  return {
    name: 'planted-source',
    enforce: 'pre',
    transform(code, id) {
      let changed = code;
      for (const change of changes) {
        if (id.split('?')[0] !== pathOf(change)) continue;
        changed = changed.replace(change.find, () => change.replace);
        missed.delete(change);
      }
      return changed === code ? null : changed;
    },
    buildEnd(error) {
      const files = [...missed].map(({ file }) => file);
      if (!error && files.length > 0) throw new Error(`Never loaded: ${files.join(', ')}`);
    },
  };
}

/** The environment variable with a `SourceChange` as JSON that the dom tests of this process are run with. */
export const PLANTED_SOURCE = 'PLANTED_SOURCE';

/** The plugins that plant the change which `PLANTED_SOURCE` names; none without it. */
export function plantedByEnvironment(): Plugin[] {
  const planted = process.env[PLANTED_SOURCE];
  return planted ? [planting([JSON.parse(planted) as SourceChange])] : [];
}

/** Loads modules of the project with the changes planted, for as long as the work goes on. */
export async function withPlanted<T>(
  changes: readonly SourceChange[],
  work: (load: <Module>(path: string) => Promise<Module>) => Promise<T>,
): Promise<T> {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [planting(changes)],
  });
  try {
    return await work((path) => server.ssrLoadModule(path) as Promise<never>);
  } finally {
    await server.close();
  }
}
