import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { build, type Plugin } from 'vite';
import { scopeOf } from '../browser/scope';
import type { SimTab } from '../browser/simTab';
import type * as AppEntry from './appEntry';

type AppModule = Pick<typeof AppEntry, 'openApp'>;

/** The code of the app, to be run with the globals of a tab. */
export interface AppCode {
  run(tab: () => SimTab): AppModule;
}

/** It keeps connections for as long as its module lives: each tab gets a module of its own. */
const PER_TAB = 'localforage';

function compiled(code: string, names: readonly string[], filename: string) {
  const run: unknown = compileFunction(code, ['module', 'exports', 'require', ...names], { filename });
  return (scope: Record<string, unknown>, load: (name: string) => unknown): unknown => {
    const module = { exports: {} };
    if (typeof run !== 'function') throw new Error('Not compiled');
    Reflect.apply(run, scope.window, [module, module.exports, load, ...names.map((name) => scope[name])]);
    return module.exports;
  };
}

function isAppModule(loaded: unknown): loaded is AppModule {
  return typeof loaded === 'object' && loaded !== null && 'openApp' in loaded && typeof loaded.openApp === 'function';
}

/** Bundles the app's own source, with the plugins' changes planted. */
export async function bundleApp(plugins: readonly Plugin[] = []): Promise<AppCode> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.PROD': 'false' },
    plugins: [...plugins],
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: join(import.meta.dirname, 'appEntry.ts'), formats: ['cjs'] },
      rolldownOptions: { external: [PER_TAB], output: { codeSplitting: false } },
    },
  });
  const [bundle] = Array.isArray(output) ? output : [output];
  const chunk = bundle && 'output' in bundle ? bundle.output[0] : null;
  if (!chunk) throw new Error('The app could not be bundled');
  const perTabPath = createRequire(import.meta.url).resolve(PER_TAB);
  const names = Object.keys(scopeOf(() => never()));
  const runApp = compiled(chunk.code, names, 'app-under-simulation.js');
  const runPerTab = compiled(readFileSync(perTabPath, 'utf8'), names, perTabPath);

  return {
    run(tab) {
      const scope = scopeOf(tab);
      const perTab = new WeakMap<SimTab, unknown>();
      const ownModule = () => {
        const own = perTab.get(tab()) ?? runPerTab(scope, never);
        perTab.set(tab(), own);
        return own;
      };
      const forwarded = new Proxy({}, { get: (_, key) => Reflect.get(Object(ownModule()), key), has: () => true });
      const loaded = runApp(scope, (name) => (name === PER_TAB ? forwarded : never()));
      if (!isAppModule(loaded)) throw new Error('The bundle has no openApp');
      return loaded;
    },
  };
}

function never(): never {
  throw new Error('No code of a screen may be called');
}
