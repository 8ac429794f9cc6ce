import type { Plugin } from 'vite';

const PRELOAD_HELPER = '\0vite/preload-helper.js';
/** A call of the helper, and the import in it. */
const HELPER_CALL = /__vitePreload\(\(\) => (import\("[^"]+"\)(?:\.then\(\(n\) => n\.\w+\))?), __VITE_PRELOAD__\)/g;

/**
 * Loads a later file with a plain import. The bundler's helper would first load the styles and files that the file
 * needs. Here it has none to load: the app has one style sheet, and `vite.config.ts` lets later files load nothing
 * ahead.
 */
export function plainImports(): Plugin {
  let isReplaced = false;
  let imports = 0;
  return {
    name: 'field-sales:plain-imports',
    apply: 'build',
    enforce: 'pre',
    configResolved({ build }) {
      if (build.cssCodeSplit) throw new Error('A plain import would leave out the styles of a later file');
    },
    load(id) {
      if (id !== PRELOAD_HELPER) return null;
      isReplaced = true;
      return 'export const __vitePreload = (load) => load();';
    },
    renderChunk: {
      // Before the code is made short.
      order: 'pre',
      handler: (code) =>
        code.replaceAll(HELPER_CALL, (_, plain: string) => {
          imports += 1;
          return plain;
        }),
    },
    generateBundle() {
      if (imports === 0) throw new Error('No import has the helper: its call looks otherwise now');
    },
    buildEnd(error) {
      if (!error && !isReplaced) throw new Error(`No file imports ${PRELOAD_HELPER}: the helper has another name now`);
    },
  };
}
