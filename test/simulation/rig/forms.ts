import type { QueuedCallName } from '../../../src/contract/calls';
import type { DiskConditions } from '../browser/idb/faults';
import type { FormContent, Outcome, Warning } from '../app/appTypes';
import type { TabSlot } from './tabSlot';
import type { SimTab } from '../browser/simTab';

/** What a person can do in the outbox. */
export type CommandName =
  | 'edit'
  | 'sendMine'
  | 'keepTheirs'
  | 'leaveIt'
  | 'changeToMine'
  | 'move'
  | 'retry'
  | 'discard';

/** One press of a form's button, or a command that replaced its entry. */
export interface Press {
  /** Counts the presses of a script: several can happen in one ms. */
  number: number;
  at: number;
  tab: SimTab;
  /** What the tab showed; `null` until then. */
  outcome: Outcome | null;
  shownAt: number | null;
  /** How long slow reads of the disk had taken when it was pressed, and when the outcome was shown, ms. */
  slowReadMs: { before: number; after: number | null };
  /** The command; `null` for the button of the form. */
  command: CommandName | null;
  /** When a command replaced its content, ms since 1970; `null` while it stands. */
  replacedAt: number | null;
  /** What distinguished the content of the form from all others at this press; `null` for a button without a form. */
  mark: string | null;
  /** The price that the form showed, cents; `null` where there is none. */
  priceCents: number | null;
  /** The state of the disk. */
  disk: DiskConditions;
  /** The cached reads that a full disk may give up, when it was pressed and when the outcome was shown. */
  spareReads: readonly string[];
  spareReadsLeft?: readonly string[];
}

/** A form from its opening until its write is done: it is pressed any number of times and has one effect. */
export interface Form {
  /** Counts the forms of a script. */
  number: number;
  call: QueuedCallName;
  /** Index of the rep. */
  rep: number;
  device: string;
  slot: TabSlot;
  /** The name of the form, under which its draft is found again. */
  draft: string;
  /** What it holds, as its draft saves it; `null` for a button without a form. */
  typed: unknown;
  content: FormContent;
  /** The ids that its write had before commands gave it another one. */
  formerIds: string[];
  /** What distinguishes its contents from all others: the quantity, or the note. A changed form has several. */
  marks: string[];
  /** The content that it was opened over; `null` for something new. */
  baseMark: string | null;
  /** The content that it was opened over, if it was moved to another visit since. */
  movedFromMark?: string | null;
  /** The recorded price of its line, cents; `null` where it shows that of the item list, and for a visit. */
  basePriceCents: number | null;
  /** It showed the prices of a refused delivery, which another tab has sent since: its Save keeps the recorded ones. */
  showsOtherPrices?: true;
  locationId: string;
  /** The handle of what it is about; `null` outside a visit, or for a start. */
  visit: VisitHandle | null;
  delivery: DeliveryHandle | null;
  /** The form whose refused entry its Save has corrected. */
  corrected: Form | null;
  /** The tab of that Save. Another tab that had read its draft before may still offer it. */
  correctedIn?: SimTab;
  presses: Press[];
  /**
   * Since when its entry is on disk, ms since 1970; `null` while it is not. What was refused online is off the disk,
   * and pressed again it comes behind what was saved meanwhile.
   */
  savedAt: number | null;
  /** A person discarded its entry after this warning. */
  discarded: Warning | null;
  /** A person replaced its entry after the app had said that it may be recorded. */
  wasWarned: boolean;
  /** Where a person has said Discard, and no result has come yet. */
  discardingIn: SimTab | null;
  /** The person gave it up, or it went with its tab. */
  isClosed: boolean;
  /** Where it was opened, or restored, last. */
  openedIn: SimTab | null;
}

/** A visit as a rep knows it. */
export interface VisitHandle {
  form: Form;
  /** Local or the server's; `null` until the start has an outcome. */
  id: string | null;
  locationId: string;
  /** A tab has shown that it is submitted, or that the submit is saved. */
  isSubmitted: boolean;
}

export interface DeliveryHandle {
  form: Form;
  id: string | null;
  visit: VisitHandle | null;
}

/** Every id that its write has had. */
export const idsOf = ({ content, formerIds }: Form): string[] => [content.writeId, ...formerIds];

/** The presses that gave it its position in the order: those of its form, or its last move. */
export function placingPresses({ presses }: Form): Press[] {
  const move = presses.findLast(({ command }) => command === 'move');
  return move ? [move] : presses.filter(({ command }) => command === null);
}

export const lastPress = (form: Form): Press | null => form.presses.at(-1) ?? null;

/** One of its presses showed "Saved locally". */
export const wasQueued = (form: Form): boolean => form.presses.some(({ outcome }) => outcome?.shown === 'queued');

/** Statuses that refuse nothing: the session has ended, or the outcome is unknown. */
export const NO_REFUSAL: ReadonlySet<number> = new Set([401, 408, 425, 429]);

/** Its last press showed that the server refused it for good. */
export function wasRefusedInForm(form: Form): boolean {
  const { shown, status } = lastPress(form)?.outcome ?? {};
  return shown === 'http' && typeof status === 'number' && status >= 400 && status < 500 && !NO_REFUSAL.has(status);
}

/** One of its presses showed that the server has it. */
export const wasDone = (form: Form): boolean => form.presses.some(({ outcome }) => outcome?.shown === 'done');

/** Discarded, as far as anybody knows: the tab may have ended before it could say so. */
export const isGivenUp = ({ discarded, discardingIn }: Form): boolean =>
  discarded !== null || (discardingIn !== null && !discardingIn.isAlive());

/** The person still has it before them: its last press failed, and neither it nor its tab is gone. */
export function mayPressAgain(form: Form): boolean {
  const last = lastPress(form);
  const hasFailed = last?.outcome ? !['queued', 'done'].includes(last.outcome.shown) : false;
  return !form.isClosed && hasFailed && form.slot.tab === last?.tab && form.slot.isAlive;
}
