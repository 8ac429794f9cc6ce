import type { Plugin } from 'vite';

const SOURCE = 'localforage/src/localforage.js';
const PARTS = /\/localforage\/src\//;
const OTHER_DRIVERS = new Set(['./drivers/websql', './drivers/localstorage']);
const PROMISE_POLYFILL = /\/promise$/;
const DRIVER = /\/localforage\/src\/drivers\/indexeddb\.js$/;
/** The driver's optional method to delete a database, which the app never does. */
const DROP_INSTANCE = /,\s*dropInstance: dropInstance\b/;
const TEXT_SERIALIZER = './utils/serializer';
const NATIVE_PROMISE = '\0native-promise';
const NO_SERIALIZER = '\0no-serializer';

/**
 * Builds localforage from its source with IndexedDB as its only driver, the one the app uses. Its bundle would add two
 * more drivers, their serializer, a promise polyfill and the deletion of databases to the first load.
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
      if (source === TEXT_SERIALIZER) return NO_SERIALIZER;
      return OTHER_DRIVERS.has(source) ? this.resolve('./drivers/indexeddb', importer) : null;
    },
    load: (id) => {
      if (id === NO_SERIALIZER) return 'export default {};';
      return id === NATIVE_PROMISE ? 'export default Promise;' : null;
    },
    transform(code, id) {
      if (!DRIVER.test(id)) return null;
      if (!DROP_INSTANCE.test(code)) this.error('The driver has no dropInstance any more');
      return code.replace(DROP_INSTANCE, '');
    },
  };
}
