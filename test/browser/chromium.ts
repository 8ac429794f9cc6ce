import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type LaunchOptions } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The Chromium of this machine: Playwright's own, else one on the PATH; `null` if neither. */
function installedChromium(): string | null {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [chromium.executablePath(), '/usr/bin/chromium', ...onPath].find((file) => existsSync(file)) ?? null;
}

/** Ways to get one, tried in turn. */
const installers: [command: string, args: string[]][] = [
  ['npx', ['playwright', 'install', 'chromium']],
  ['apt-get', ['install', '--yes', '--no-install-recommends', 'chromium']],
];

/**
 * The Chromium that the browser tests drive. Installs one if there is none. Throws with the one line that says what to
 * do if that fails.
 */
export function ensureChromium(): string {
  for (const [command, args] of installers) {
    const found = installedChromium();
    if (found !== null) return found;
    process.stdout.write(`No Chromium found, trying: ${command} ${args.join(' ')}\n`);
    spawnSync(command, args, { stdio: 'inherit' });
  }
  const found = installedChromium();
  if (found !== null) return found;
  throw new Error('The browser tests need Chromium: run `npx playwright install --with-deps chromium` and try again.');
}

/** Nothing but the app under test: no sandbox (tests may run as root), no updates, no sync, no calls home. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * For a Playwright config. It installs nothing, since a static check loads the config too: `chromiumSetup.ts` does that
 * before the workers load the config again.
 */
export function chromiumLaunchOptions(): LaunchOptions {
  const executablePath = installedChromium();
  return { ...(executablePath === null ? {} : { executablePath }), args: CHROMIUM_FLAGS };
}
