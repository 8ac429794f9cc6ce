import type { Plugin } from 'vite';

const SOURCE = 'localforage/src/localforage.js';
const PARTS = /\/localforage\/src\//;
const OTHER_DRIVERS = new Set(['./drivers/websql', './drivers/localstorage']);
const PROMISE_POLYFILL = /\/promise$/;
const NATIVE_PROMISE = '\0native-promise';

/**
 * Builds localforage from its source with IndexedDB as its only driver, the one the app asks it for: its bundle
 * brings two more, and a polyfill for promises, to every first screen.
 */
export function indexedDbOnly(): Plugin {
  return {
    name: 'field-sales:indexeddb-only',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source === 'localforage') return this.resolve(SOURCE, importer);
      if (!PARTS.test(importer)) return null;
      if (PROMISE_POLYFILL.test(source)) return NATIVE_PROMISE;
      return OTHER_DRIVERS.has(source) ? this.resolve('./drivers/indexeddb', importer) : null;
    },
    load: (id) => (id === NATIVE_PROMISE ? 'export default Promise;' : null),
  };
}
