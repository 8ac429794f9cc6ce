import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type InlineConfig, preview } from 'vite';

/** Builds the page of a bench, serves it on a free port while it is measured, and removes it. */
export async function withBuiltPage(page: InlineConfig, measure: (url: string) => Promise<void>): Promise<void> {
  const outDir = mkdtempSync(join(tmpdir(), 'bench-page-'));
  const shared: InlineConfig = { configFile: false, logLevel: 'warn', ...page };
  try {
    await build({ ...shared, build: { ...page.build, outDir, emptyOutDir: true, target: 'es2022' } });
    const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
    try {
      const [url = ''] = server.resolvedUrls?.local ?? [];
      await measure(url);
    } finally {
      await server.close();
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
