import type { Plugin } from 'vite';

const PRODUCTION_FILE = /\/scheduler\.production\.js$/;
const UNUSED = /^exports\.unstable_(?:forceFrameRate|next|runWithPriority|wrapCallback) = function [^]*?^};$/gm;

/** Builds without four functions of React's scheduler that react-dom does not call. Bundlers keep all of a CommonJS file. */
export function usedScheduler(): Plugin {
  let isReplaced = false;
  return {
    name: 'field-sales:used-scheduler',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!PRODUCTION_FILE.test(id)) return null;
      isReplaced = code.match(UNUSED)?.length === 4;
      return { code: code.replace(UNUSED, ''), map: null };
    },
    buildEnd(error) {
      if (!error && !isReplaced) throw new Error('The functions of the scheduler have other names now');
    },
  };
}
