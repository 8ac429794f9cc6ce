import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ORDER_FILE = 'src/ui/tokens.css';

/**
 * Puts the order of the cascade layers, stated in `src/ui/tokens.css`, at the top of every style sheet. The first sheet
 * to load decides the order, and in development any sheet may be the first.
 */
export function layerOrder(): Plugin {
  let order = '';
  return {
    name: 'field-sales:layer-order',
    enforce: 'pre',
    configResolved({ root }) {
      order = /^@layer [\w, ]+;/m.exec(readFileSync(join(root, ORDER_FILE), 'utf8'))?.[0] ?? '';
      if (order === '') throw new Error(`${ORDER_FILE} no longer states the order of the layers: @layer a, b, c;`);
    },
    transform(code, id) {
      return id.endsWith('.css') ? { code: `${order}\n${code}`, map: null } : null;
    },
  };
}
