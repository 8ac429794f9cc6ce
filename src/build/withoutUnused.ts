import type { Plugin } from 'vite';

/** The functions of React's CommonJS files that neither the app nor its libraries call, by the end of a path. */
const UNUSED = {
  '/scheduler.production.js': [
    'unstable_forceFrameRate',
    'unstable_next',
    'unstable_runWithPriority',
    'unstable_wrapCallback',
  ],
  '/react-dom.production.js': ['preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload', 'preloadModule'],
};

/** Builds without these functions. A bundler keeps everything that a CommonJS file exports. */
export function withoutUnused(): Plugin {
  const left = new Set(Object.values(UNUSED).flat());
  return {
    name: 'field-sales:without-unused',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const names = Object.entries(UNUSED).find(([end]) => id.endsWith(end))?.[1];
      if (!names) return null;
      const unused = new RegExp(`^exports\\.(${names.join('|')}) = function [^]*?^};$`, 'gm');
      const kept = code.replace(unused, (_, name: string) => {
        left.delete(name);
        return '';
      });
      return { code: kept, map: null };
    },
    buildEnd(error) {
      if (!error && left.size > 0) throw new Error(`React has other functions now: no ${[...left].join(', ')}`);
    },
  };
}
