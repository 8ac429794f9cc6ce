import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../browser/chromium';
import type { RunningServer } from '../../browser/startServer';
import { accountOf, openDevice } from './devices';
import { makeUnsent, makeUnsentEdit } from './makeUnsent';
import { axeFaults, measureScreen } from './measure';
import { type DataSet, startServerWith } from './dataSets';
import { hasState, type Ids, type Person, dataSetOf, prepareIds, type Screen, screens, type State } from './screens';
import { findings, type Picture, writeSheet } from './sheet';
import { enterState, openScreen } from './states';

/**
 * `npm run looks`: pictures of every screen in every state, six sizes, two themes and forced colours, with what can be
 * measured on them. `-- --screens outbox,padNew --states full --sizes 360,1280 --schemes dark` takes some of them.
 * Fails when something is found.
 */

const SIZES: Size[] = [
  { name: '320', width: 320, height: 640, text: '' },
  { name: '360', width: 360, height: 640, text: '' },
  { name: '390', width: 390, height: 844, text: '' },
  { name: 'largeText', width: 390, height: 844, text: '200%' },
  { name: 'zoomed', width: 640, height: 450, text: '' },
  { name: '1280', width: 1280, height: 900, text: '' },
];
const STATES: State[] = ['filled', 'loading', 'error', 'offline', 'empty', 'full', 'unsent'];
/** `forced`: the few colours of the system in place of the app's, as in a contrast theme of Windows. */
const SCHEMES = ['light', 'dark', 'forced'] as const;
/** Of a long list the top is enough. */
const HEIGHT_MAX = 2_200;
const ALL_DRAWN = '* { content-visibility: visible !important }';
const FOLDER = 'test-results/looks';

interface Size {
  name: string;
  width: number;
  height: number;
  /** The size of the text that a person has set in the browser; empty for the usual one. */
  text: string;
}

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { screens: text, states: text, sizes: text, schemes: text } });
/** Those of a list that an option names, by what they are called; all without the option. */
function selected<T>(option: string | undefined, all: readonly T[], nameOf: (one: T) => string): T[] {
  const names = option?.split(',') ?? all.map(nameOf);
  const unknown = names.filter((name) => !all.some((one) => nameOf(one) === name));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There is: ${all.map(nameOf).join(', ')}`);
  return all.filter((one) => names.includes(nameOf(one)));
}
const sizes = selected(values.sizes, SIZES, ({ name }) => name);
const schemes = selected(values.schemes, SCHEMES, (scheme) => scheme);
const wanted = selected(values.screens, screens, ({ name }) => name);
const states = selected(values.states, STATES, (state) => state);

async function takePictures(page: Page, { name }: Screen, state: State): Promise<Picture[]> {
  const taken: Picture[] = [];
  // What stands below the screen is drawn too.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, ALL_DRAWN);
  for (const [at, size] of sizes.entries()) {
    for (const scheme of schemes) {
      await page.setViewportSize(size);
      await page.evaluate((text) => void (document.documentElement.style.fontSize = text), size.text);
      const isForced = scheme === 'forced';
      const colorScheme = isForced ? 'light' : scheme;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce', forcedColors: isForced ? 'active' : 'none' });
      await page.waitForTimeout(150);
      const file = `${name}-${state}-${size.name}-${scheme}.jpg`;
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      const clip = { x: 0, y: 0, width: size.width, height: Math.min(Math.max(height, size.height), HEIGHT_MAX) };
      const path = join(FOLDER, file);
      await page.screenshot({ path, type: 'jpeg', quality: 80, fullPage: true, clip });
      const faults = await measureScreen(page);
      if (at === 0 && scheme === schemes[0]) faults.push(...(await axeFaults(page)));
      taken.push({ screen: name, state, size: size.name, scheme, file, faults });
    }
  }
  return taken;
}

/** All screens of one person in one state, on a device of its own. */
async function visitScreens(browser: Browser, server: RunningServer, ids: Ids, state: State, person: Person) {
  const own = wanted.filter((screen) => screen.as === person && hasState(screen, state));
  const pictures: Picture[] = [];
  if (own.length === 0 || (person === 'nobody' && (state === 'offline' || state === 'unsent'))) return pictures;
  const device = await openDevice(browser, server, person === 'nobody' ? null : accountOf(server, person));
  const { page } = device;
  try {
    await enterState(state, device);
    if (state === 'unsent') await (person === 'rep' ? makeUnsent(device) : makeUnsentEdit(device, ids));
    for (const screen of own) {
      await openScreen(page, screen.url(ids), state);
      pictures.push(...(await takePictures(page, screen, state)));
      process.stdout.write(`${screen.name} ${state}\n`);
    }
    return pictures;
  } finally {
    await device.close();
  }
}

async function takePicturesOf(browser: Browser, dataSet: DataSet): Promise<Picture[]> {
  const here = states.filter((state) => dataSetOf(state) === dataSet);
  if (here.length === 0) return [];
  const server = await startServerWith(dataSet);
  try {
    const ids = await prepareIds(server.url, accountOf(server, 'rep'), accountOf(server, 'admin'));
    const pictures: Picture[] = [];
    for (const state of here) {
      for (const person of ['nobody', 'rep', 'admin'] as const) {
        pictures.push(...(await visitScreens(browser, server, ids, state, person)));
      }
    }
    return pictures;
  } finally {
    await server.remove();
  }
}

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
try {
  const pictures: Picture[] = [];
  for (const dataSet of ['demo', 'empty', 'full'] as const) pictures.push(...(await takePicturesOf(browser, dataSet)));
  await writeSheet(FOLDER, pictures);
  const found = findings(pictures);
  for (const line of found) console.log(`✗ ${line}`);
  console.log(`${pictures.length} pictures in ${FOLDER}/index.html, ${found.length} findings`);
  if (found.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
}
