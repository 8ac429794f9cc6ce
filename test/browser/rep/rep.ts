import type { Locator, Page } from '@playwright/test';
import { messages } from '../../../src/domain/messages';
import { type Outcome, outcomeLabel } from '../../../src/domain/outcomes';
import { paths } from '../../../src/paths';
import { expect } from '../appTest';
import type { Account } from '../startServer';

/** One line as a rep enters it. */
export interface EnteredLine {
  /** The item's name, or for names that repeat its text in the select. */
  item: string;
  packaging: 'each' | 'case';
  quantity: number;
}

/** What the app said about a write: the server has it, or this device has it. */
export type WriteResult = 'sent' | 'saved locally';

/** A person at a page of the app, who knows nothing but the words on the screen. */
export interface Rep {
  page: Page;
  signIn(account: Account): Promise<void>;
  /** Looks a store up in Locations and starts or continues the visit there; the visit's id as the URL has it. */
  openVisit(store: string): Promise<string>;
  /** Opens a box of the visit on the screen, without submitting it. */
  openBox(box: string): Promise<void>;
  addItem(line: EnteredLine): Promise<void>;
  submitBox(): Promise<WriteResult>;
  /** From the visit's screen: fills a box whole. */
  refill(box: string, lines: EnteredLine[]): Promise<WriteResult>;
  /** A delivery outside any visit, by New Delivery's own selects, up to but without Submit box. */
  fillDelivery(store: string, box: string, lines: EnteredLine[]): Promise<void>;
  deliver(store: string, box: string, lines: EnteredLine[]): Promise<WriteResult>;
  submitVisit(outcome: Outcome, note: string): Promise<WriteResult>;
  /** Opens the visit's deliveries and gives the first line of a box another quantity. */
  editQuantity(visitId: string, box: string, quantity: number): Promise<WriteResult>;
  /** Changes outcome and note of a visit. */
  editVisit(visitId: string, outcome: Outcome, note: string): Promise<WriteResult>;
  /** Presses Logout; with something unsent the app then asks first. */
  pressLogout(): Promise<void>;
  /** Signs out with nothing unsent. The sign-in screen shows that the device has the sign-out. */
  signOut(): Promise<void>;
}

/** The row of a box on the visit's screen. */
export function boxRow(page: Page, box: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByText(box, { exact: true }) });
}

/** The message that a change is on this device. */
function savedLocally(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: messages.savedLocally });
}

async function dismissMessages(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
}

/** Reads what the app says, wherever it goes; a message saved locally must be on the screen to count. */
async function resultOf(page: Page, sent: (url: URL) => boolean, saved: (url: URL) => boolean): Promise<WriteResult> {
  await page.waitForURL((url) => sent(url) || saved(url));
  if (sent(new URL(page.url())) && (await savedLocally(page).count()) === 0) return 'sent';
  await expect(savedLocally(page).first()).toBeVisible();
  await dismissMessages(page);
  return 'saved locally';
}

const isDone = (url: URL) => url.searchParams.has('done');
const isQueued = (url: URL) => url.searchParams.has('queued');
// The visit's own screen may still say in its URL that its last box is done.
const isVisitDone = (url: URL) => url.searchParams.get('done') === 'visit';

export function rep(page: Page): Rep {
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  async function changeVisitForm(outcome: Outcome, note: string): Promise<void> {
    await page.getByRole('radio', { name: outcomeLabel(outcome) }).check();
    await page.getByLabel('Note').fill(note);
  }

  async function openLocations(): Promise<void> {
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Locations', exact: true });
    const menu = button('Open menu');
    const isOnPhone = (await menu.count()) > 0;
    if (isOnPhone) await menu.click();
    if (isOnPhone || (await link.count()) > 0) await link.click();
    else await page.goto(paths.locations());
  }

  const driver: Rep = {
    page,
    async signIn({ email, password }) {
      await page.goto(paths.login());
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await button('Sign in').click();
      await expect(page).not.toHaveURL(new RegExp(paths.login()));
    },
    async openVisit(store) {
      await openLocations();
      await page.getByRole('searchbox').fill(store);
      const card = page.getByRole('article', { name: store });
      await card.getByRole('button', { name: 'Start / Continue Visit' }).click();
      await expect(page.getByRole('heading', { level: 1, name: store })).toBeVisible();
      await page.waitForURL((url) => url.pathname.startsWith(paths.visit('')));
      return decodeURIComponent(new URL(page.url()).pathname.slice(paths.visit('').length));
    },
    async openBox(box) {
      await boxRow(page, box).getByRole('link', { name: 'Refill this box' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'New Delivery' })).toBeVisible();
    },
    async addItem({ item, packaging, quantity }) {
      await page.getByRole('combobox', { name: 'Item' }).selectOption({ label: item });
      await page.getByRole('combobox', { name: 'Packaging' }).selectOption(packaging);
      await page.getByRole('spinbutton', { name: 'Quantity' }).fill(String(quantity));
      await button('Add item').click();
    },
    async submitBox() {
      await button('Submit box').click();
      return resultOf(page, isDone, isQueued);
    },
    async refill(box, lines) {
      await driver.openBox(box);
      for (const line of lines) await driver.addItem(line);
      return driver.submitBox();
    },
    async fillDelivery(store, box, lines) {
      await page.goto(paths.newDelivery());
      await page.getByRole('combobox', { name: 'Location' }).selectOption({ label: store });
      const boxes = page.getByRole('combobox', { name: 'Box' });
      const wanted = boxes.getByRole('option', { name: box });
      await boxes.selectOption(await wanted.getAttribute('value'));
      for (const line of lines) await driver.addItem(line);
    },
    async deliver(store, box, lines) {
      await driver.fillDelivery(store, box, lines);
      return driver.submitBox();
    },
    async submitVisit(outcome, note) {
      await changeVisitForm(outcome, note);
      await button('Submit Visit').click();
      return resultOf(page, isVisitDone, isQueued);
    },
    async editQuantity(visitId, box, quantity) {
      await page.goto(paths.visitDetails(visitId));
      await page.getByRole('row').filter({ hasText: box }).getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('spinbutton', { name: 'Quantity' }).first().fill(String(quantity));
      await button('Save changes').click();
      const isEdited = (url: URL) => url.searchParams.get('from') === 'edit';
      return resultOf(page, isEdited, isEdited);
    },
    async editVisit(visitId, outcome, note) {
      await page.goto(paths.visitDetails(visitId));
      await page.getByRole('link', { name: 'Change outcome or note' }).click();
      await changeVisitForm(outcome, note);
      await button('Save').click();
      const isList = (url: URL) => url.pathname.startsWith(paths.visitDetails(''));
      return resultOf(page, isList, isList);
    },
    async pressLogout() {
      const menu = button('Open menu');
      if (await menu.isVisible()) await menu.click();
      await button('Logout').click();
    },
    async signOut() {
      await driver.pressLogout();
      await expect(page.getByLabel('Email')).toBeVisible();
    },
  };
  return driver;
}
