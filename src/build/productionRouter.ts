import type { Plugin } from 'vite';

const PRODUCTION_FILE = /\/react-router\/dist\/production\/[^/]+\.mjs$/;
const DISPLAY_NAME = /^\w+\.displayName = "\w+";$/gm;
const COMPONENT = /(?<=^var \w+ = )\w+\.forwardRef\(/gm;

/**
 * Builds with react-router's production files: its package names the development files to every bundler, which warn at
 * run time. Display names go and components are marked as free of side effects: otherwise the bundler keeps what the
 * app does not use, `Form` and `ScrollRestoration` with all that they need.
 */
export function productionRouter(): Plugin {
  return {
    name: 'field-sales:production-router',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source !== 'react-router') return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && { ...resolved, id: resolved.id.replace('/dist/development/', '/dist/production/') };
    },
    transform(code, id) {
      if (!PRODUCTION_FILE.test(id)) return null;
      return { code: code.replace(DISPLAY_NAME, '').replace(COMPONENT, '/* @__PURE__ */ $&'), map: null };
    },
  };
}
