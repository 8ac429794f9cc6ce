import { parseDelivery } from '../api/parsers/delivery';
import { parseVisit } from '../api/parsers/visit';
import { asNumber, asRecord } from '../api/parsers/values';
import { firstLoadCalls, pathWithId } from '../contract/firstLoadCalls';
import type { QueuedCallName } from '../contract/calls';
import type { UpdateDeliveryBody } from '../contract/deliveries';
import type { Visit } from '../contract/visits';
import type { RefusalReason } from '../contract/writes';
import { outcomeLabel } from '../domain/outcomes';
import { isSubmitted } from '../domain/visitRules';
import { pluralize } from '../domain/wholeNumbers';
import type { EntryAbout, EntryError, EntryPhase } from './entry';
import { type Noun, NOUNS } from './nouns';

/** The names of locations and the labels of boxes on this device; an empty text for an unknown one. */
export interface OutboxNames {
  locationName(id: string): string;
  boxLabel(id: string): string;
}

/** The fields of an entry that decide which entries wait for which (invariant 16). */
export interface OrderFields {
  /** Below /api. */
  path: string;
  locationId: string | null;
  userId: string;
  about: EntryAbout;
  state: EntryPhase;
  lastError: EntryError | null;
}

/** The reasons of a refusal that name the visit: it is submitted or missing. */
export const VISIT_REASONS: ReadonlySet<unknown> = new Set<RefusalReason>(['visitSubmitted', 'visitMissing']);

/** Whether the body of a refusal says that the visit of the change is submitted or missing. */
export function isVisitClosed(present: unknown): boolean {
  const { reason, current } = asRecord(present);
  return VISIT_REASONS.has(reason) || isSubmitted(parseVisit(current));
}

/** Whether the body of a refusal says that the visit of the change is submitted: no visit is opened again. */
export const isSubmittedReason = (present: unknown): boolean => asRecord(present).reason === 'visitSubmitted';

/** Whether a change was refused because its visit is submitted. */
export function isRefusedAsSubmitted({ state, lastError }: Pick<OrderFields, 'state' | 'lastError'>): boolean {
  return state === 'refused' && isSubmittedReason(lastError?.present);
}

/**
 * Whether the refusal of a submit says that its visit is submitted, missing or not going to start (no status). Such a
 * submit ends no visit any more.
 */
export function isVisitOver({ state, lastError }: Pick<OrderFields, 'state' | 'lastError'>): boolean {
  if (state !== 'refused' || !lastError) return false;
  const { status, present } = lastError;
  return isVisitClosed(present) || status === null || asRecord(present).earlier !== undefined;
}

/** The description of one queued call for the queue and the screens. */
export interface QueuedCall {
  noun: Noun;
  /** `create`: creates a record, which has a local id until the server gives its own. `submit`: ends a visit. */
  kind: 'create' | 'change' | 'submit';
  /** Whether it waits for every earlier entry of the same visit. */
  waitsForVisit: boolean;
  /** Reads the id that a response names; `''` when it names none. */
  responseId(response: unknown): string;
  /** Keys by which later entries find this one, besides those of its record and visit (`dependencies.ts`). */
  keys(facts: OrderFields): string[];
  /** Keys that it waits for, besides those of its record and visit. */
  waitKeys(facts: OrderFields): string[];
  /** A short text for the person who made the write: what it will do. */
  describe(about: EntryAbout, names: OutboxNames): string;
  /** The screen whose Save corrects a refused entry. */
  editedOn: 'editDelivery' | 'editVisit' | 'outbox';
  /** The write that changes the record with this id to the content of `body`; `null` when there is none. */
  correction(id: string, body: unknown): Correction | null;
}

/** A change of a record that the server has already. */
export interface Correction {
  call: QueuedCallName;
  path: string;
  body: unknown;
}

const none = () => [];
const deliveryChange = (id: string, body: unknown): Correction => ({
  call: 'updateDelivery',
  path: pathWithId(firstLoadCalls.updateDelivery, id),
  body: { lines: asRecord(body).lines } satisfies Record<keyof UpdateDeliveryBody, unknown>,
});
const visitChange = (id: string, body: unknown): Correction => ({
  call: 'updateVisit',
  path: pathWithId(firstLoadCalls.updateVisit, id),
  body,
});
/** The id of the visit that a response contains; `''` when it contains none. */
export const visitIdOf = (response: unknown) => parseVisit(response)._id;
const deliveryId = (response: unknown) => parseDelivery(response)._id;
const locationText = (about: EntryAbout, names: OutboxNames) =>
  names.locationName(about.location ?? '') || 'a location';
const linesOf = (about: EntryAbout) => pluralize(about.lines?.length ?? 0, 'line');

/** A start without a rep is that of its user: the start screen names the rep, a location card does not. */
const startKey = ({ locationId, userId, about }: OrderFields) => `start ${locationId} ${about.rep ?? userId}`;

const ofDelivery = {
  noun: 'delivery',
  waitsForVisit: false,
  responseId: deliveryId,
  keys: none,
  waitKeys: none,
} as const;
const ofVisit = {
  noun: 'visit',
  waitsForVisit: true,
  responseId: visitIdOf,
  keys: none,
  waitKeys: none,
} as const;

/** One row per queued call (spec §4). A missing row is a compile error. No other file compares names of calls. */
const queuedWrites: { [Name in QueuedCallName]: QueuedCall } = {
  createDelivery: {
    ...ofDelivery,
    kind: 'create',
    describe: (about, names) =>
      `Refill ${names.boxLabel(about.box ?? '') || 'a box'} at ${locationText(about, names)}, ${linesOf(about)}`,
    editedOn: 'editDelivery',
    correction: deliveryChange,
  },
  updateDelivery: {
    ...ofDelivery,
    kind: 'change',
    describe: (about, names) => `Change a delivery at ${locationText(about, names)} to ${linesOf(about)}`,
    editedOn: 'editDelivery',
    correction: deliveryChange,
  },
  /**
   * The server continues the rep's open visit at the location. So a start waits for an earlier start there, and for the
   * submit of a visit there that is not over: sent before the submit, it would continue the old visit. A submit whose
   * location is unknown may be at any location, so a start waits for it too.
   */
  startVisit: {
    ...ofVisit,
    kind: 'create',
    waitsForVisit: false,
    keys: (facts) => [startKey(facts)],
    waitKeys: (facts) => [startKey(facts), `submit ${facts.locationId}`, 'submit null'],
    describe: (about, names) => `Start a visit at ${locationText(about, names)}`,
    editedOn: 'outbox',
    correction: () => null,
  },
  submitVisit: {
    ...ofVisit,
    kind: 'submit',
    keys: (facts) => (isVisitOver(facts) ? [] : [`submit ${facts.locationId}`]),
    describe: (about, names) =>
      `Submit the visit at ${locationText(about, names)} as ${outcomeLabel(about.outcome ?? 'other')}`,
    editedOn: 'editVisit',
    correction: visitChange,
  },
  updateVisit: {
    ...ofVisit,
    kind: 'change',
    describe: (about, names) => `Change outcome or note of the visit at ${locationText(about, names)}`,
    editedOn: 'editVisit',
    correction: visitChange,
  },
};

/** The description of a call. */
export const queuedCall = (call: QueuedCallName): QueuedCall => queuedWrites[call];

const creates = (noun: Noun) => (call: QueuedCallName) =>
  queuedCall(call).noun === noun && queuedCall(call).kind === 'create';

/** Whether a call creates a visit: Start Visit. */
export const createsVisit = creates('visit');

/** Whether a call creates a delivery. */
export const createsDelivery = creates('delivery');

/** The names of the calls that are queued, as stored entries carry them. */
export const QUEUED_CALL_NAMES = Object.keys(queuedWrites) as QueuedCallName[];

/**
 * The call with this name. A call of a newer build that this one does not know counts as an edit of a visit, which
 * waits for the most entries.
 */
export const callNamed = (name: unknown): QueuedCallName =>
  QUEUED_CALL_NAMES.find((known) => known === name) ?? 'updateVisit';

/** The version of the written record in a response (invariant 33); `null` from a server without versions. */
export function responseVersion(response: unknown): number | null {
  const outer = asRecord(response);
  const records = [outer, ...NOUNS.map((noun) => asRecord(outer[noun]))];
  return records.map(({ version }) => asNumber(version)).find((version) => version !== null) ?? null;
}

/** A base version below every version of the server: the change gets a 412, so the person sees the record first. */
export const ALWAYS_CONFLICTS = 0;

/** Whether a visit has an outcome or a note, which a form that has not shown the visit must not overwrite. */
export const hasOutcomeOrNote = ({ outcome, note }: Pick<Visit, 'outcome' | 'note'>) => outcome !== null || note !== '';

/**
 * The base version of the next change of the same record. A start may return a visit that was already open. If that
 * visit has an outcome or a note, the form has not shown them, so the next change must conflict instead of overwriting
 * them.
 */
export function nextBaseVersion(call: QueuedCallName, response: unknown): number | null {
  const version = responseVersion(response);
  if (version === null || !createsVisit(call)) return version;
  return hasOutcomeOrNote(parseVisit(response)) ? ALWAYS_CONFLICTS : version;
}
