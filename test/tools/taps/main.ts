import { chromium } from '@playwright/test';
import { paths } from '../../../src/paths';
import { CHROMIUM_FLAGS, ensureChromium } from '../../browser/chromium';
import { startServer } from '../../browser/startServer';
import { makeLocation } from './madeLocation';
import { openReady, walkVisit, type Way } from './walk';

/**
 * `npm run taps`: what a visit of five boxes with four lines each costs on four phones, online and offline. Fails when
 * a walk costs more taps than its goal, or when something needed was covered.
 */

const GOALS: Record<Way, number> = { 'as last time': 20, 'a quarter changed': 30, 'without history': 60 };
const MORE_OFFLINE = 5;
const PHONES = [
  { width: 360, height: 640 },
  { width: 375, height: 553 },
  { width: 390, height: 664 },
  { width: 390, height: 844 },
];

const server = await startServer();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
try {
  const rep = server.accounts.find(({ email }) => email.startsWith('rep'));
  if (!rep) throw new Error('The demo has no rep');
  let count = 0;
  for (const viewport of PHONES) {
    for (const offline of [false, true]) {
      for (const way of Object.keys(GOALS) as Way[]) {
        // The names come first in the list, whatever the demo has.
        const store = `1 Store ${String((count += 1)).padStart(2, '0')}`;
        await makeLocation(server.url, server.accounts, store, way !== 'without history');
        const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true, baseURL: server.url });
        const page = await context.newPage();
        page.setDefaultTimeout(30_000);
        await page.goto(paths.login());
        await page.getByLabel('Email').fill(rep.email);
        await page.getByLabel('Password').fill(rep.password);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByText('Ready offline').first().waitFor();
        await openReady(page);
        const { taps, scrolls, waits, covered } = await walkVisit(page, store, way, offline);
        const goal = GOALS[way] + (offline ? MORE_OFFLINE : 0);
        const isMet = taps <= goal && covered.length === 0;
        if (!isMet) process.exitCode = 1;
        const size = `${viewport.width}×${viewport.height}`;
        const figures = `${taps} taps (goal ${goal}), ${scrolls} scrolls, ${waits} waits`;
        const hidden = covered.length > 0 ? `, covered: ${covered.join(', ')}` : '';
        process.stdout.write(
          `${isMet ? '✓' : '✗'} ${size} ${offline ? 'offline' : 'online '} ${way}: ${figures}${hidden}\n`,
        );
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await server.remove();
}
