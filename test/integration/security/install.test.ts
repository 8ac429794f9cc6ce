import { describe, expect, it } from 'vitest';
import { filesBelow, readText } from '../../architecture/sourceFiles';

/** The packages of the lock file that would run a script of their own, were scripts not switched off. */
const WITH_SCRIPTS = ['@swc/core', 'esbuild'];

interface Lock {
  packages: Record<string, { resolved?: string; integrity?: string; hasInstallScript?: boolean; link?: boolean }>;
}

describe('security 30: the install', () => {
  const { packages } = JSON.parse(readText('package-lock.json')) as Lock;
  const installed = Object.entries(packages).filter(([path]) => path !== '');

  it('is locked: each package has a hash of its content', () => {
    expect(installed.length).toBeGreaterThan(100);
    expect(installed.filter(([, { integrity, link }]) => !integrity && !link).map(([path]) => path)).toEqual([]);
  });

  it('runs no package’s own scripts, and few have any', () => {
    expect(readText('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    const named = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1) ?? '');
    expect([...new Set(named)].sort()).toEqual(WITH_SCRIPTS);
  });

  it('is the first step of continuous integration', () => {
    const [first] = readText('.ci/run')
      .split('\n')
      .filter((line) => /^np[mx] /.test(line));
    expect(first).toBe('npm ci');
  });

  it('contains everything the app shows: nothing is loaded from another origin', () => {
    const elsewhere = /(?:src|href|url|import|@import)\s*[=(]?\s*["'(]\s*(?:https?:)?\/\/(?!www\.w3\.org)/;
    const files = ['index.html', ...filesBelow('src', /\.(?:tsx?|css)$/)];
    expect(files.filter((file) => elsewhere.test(readText(file)))).toEqual([]);
  });
});

describe('security 29: the build', () => {
  it('makes no source maps', () => {
    expect(readText('vite.config.ts')).toContain('sourcemap: false');
  });
});
