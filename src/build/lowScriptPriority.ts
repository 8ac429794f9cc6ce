import type { Plugin } from 'vite';

const SCRIPT = /<script type="module"|<link rel="modulepreload"/g;

/**
 * Gives the scripts of `index.html` a low priority, so that the styles come first: what stands in the page from the
 * start is painted as soon as they are there, not twenty times as many bytes later.
 */
export function lowScriptPriority(): Plugin {
  return {
    name: 'field-sales:low-script-priority',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const lowered = html.replace(SCRIPT, '$& fetchpriority="low"');
        if (lowered === html)
          throw new Error('index.html no longer names its scripts the way they are looked for here');
        return lowered;
      },
    },
  };
}
