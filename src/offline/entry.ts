import { asId, asRecord, asText } from '../api/parsers/values';
import type { QueuedCallName } from '../contract/calls';
import type { CreateDeliveryBody } from '../contract/deliveries';
import type { LineDraft } from '../domain/deliveryRules';
import { localIdsIn, type NamedId } from './localIds';
import type { ENTRY_VERSION } from './storage/entryMigrations';

/** A write that waits to be sent, as it lies on disk. Its bytes never change; what happens to it is in `EntryState`. */
export interface QueueEntry {
  // The fields of spec §3, as they are.
  /** The write id, made with the form: unique, one for life, the `Idempotency-Key` of every try. */
  id: string;
  /** Time of capture by the device's clock, ms since 1970. Never used for order. */
  ts: number;
  /** Below /api; local ids stay in it and are replaced when it is sent. */
  path: string;
  method: 'POST' | 'PATCH';
  body: unknown;

  // What the promise needs beside them.
  /** Version of this record's shape, see `storage/migrations.ts`. */
  v: typeof ENTRY_VERSION;
  /** Position in the device's total order. The disk assigns it, so two entries never share one, whatever the clocks do. */
  seq: number;
  /** Whose change it is. It is sent and shown as theirs only. */
  userId: string;
  call: QueuedCallName;
  /** The local id that stands for what this write creates; `null` when it creates nothing. */
  creates: string | null;
  /** The visit this write belongs to, by its local or its server's id; `null` outside a visit. */
  visitId: string | null;
  /** The location this write is about; `null` when the device did not know it. */
  locationId: string | null;
  /** The version that the form was opened with, sent as `If-Match`; `null` when the server gave none. */
  baseVersion: number | null;
  /** The own queued entry that this change was made over: the version to send is the one that entry led to. */
  over: string | null;
  /** ISO instant of the item list that the form showed, sent as `Prices-As-Of`; `null` when it showed none. */
  pricesAsOf: string | null;
  /**
   * Whether it may reach the server without another record: an online try follows the append at once, or a try of its
   * form went before, whose outcome is not known.
   */
  firstTry: boolean;
}

/** A queue entry that has no position in the order yet. */
export type NewEntry = Omit<QueueEntry, 'seq'>;

/** 'waiting': sent by every trigger. 'refused': the server said no; sent again when a person or a fresh start asks. */
export type EntryPhase = 'waiting' | 'refused';

/** Why the last try failed. */
export interface EntryError {
  /** HTTP status; `null` when there was no response. */
  status: number | null;
  /** For a person, at most 160 characters. */
  text: string;
  /** ms since 1970 */
  at: number;
  /** What stands at the server instead: the content of a 412, or what was recorded under this id (422). */
  present?: unknown;
}

/** What has happened to an entry so far: a record of its own. An entry without one waits and was never marked. */
export interface EntryState {
  id: string;
  state: EntryPhase;
  /** Tries that failed. */
  attempts: number;
  lastError: EntryError | null;
  /** Whether a try may have reached the server without its response arriving here. */
  mayHaveArrived: boolean;
  /** When a timer may try it again, ms since 1970; 0: at once. */
  nextTryAt: number;
}

/** The texts of a delivery's body. A new one is a part of every summary without a change here. */
type DeliveryTexts = Partial<Omit<CreateDeliveryBody, 'lines' | 'visit' | 'location'>>;

/** What an entry says, for screens: those of these that its path and body name. */
export interface EntryAbout extends DeliveryTexts {
  visit?: string;
  location?: string;
  /** The rep's id (starting a visit). */
  rep?: string;
  /** The delivery that is edited. */
  delivery?: string;
  lines?: LineDraft[];
  outcome?: string;
  note?: string;
}

/** What Redux keeps of an entry: everything but the body. */
export interface EntrySummary extends Omit<QueueEntry, 'body' | 'v' | 'firstTry'>, Omit<EntryState, 'id'> {
  about: EntryAbout;
  /** Local ids that stand in its path or body. */
  localIdRefs: string[];
}

/** What the rules of order need to know of an entry. */
export type OrderedEntry = Pick<
  EntrySummary,
  'id' | 'seq' | 'userId' | 'call' | 'path' | 'creates' | 'visitId' | 'locationId' | 'localIdRefs' | 'about'
>;

/** What the server calls a thing that was made on this device. */
export interface IdMapping extends NamedId {
  /** When it was learnt, ms since 1970. */
  at: number;
}

/** The order in which changes were made. The id breaks a tie that only a damaged disk could hold. */
export function bySeq(a: { seq: number; id: string }, b: { seq: number; id: string }): number {
  return a.seq - b.seq || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function lineOf(raw: unknown): LineDraft {
  const line = asRecord(raw);
  return { item: asText(line.item), quantity: Number(line.quantity), packaging: asText(line.packaging) };
}

/** `/visits/x/submit` → x; `''` when the path names none. */
export function idInPath(path: string, noun: 'visits' | 'deliveries'): string {
  const [, first, id] = path.split('/');
  return first === noun && id ? decodeURIComponent(id) : '';
}

/** What the entry itself says better than its body, or as something else than a text. */
const NOT_FROM_BODY: ReadonlySet<string> = new Set(['visit', 'location', 'rep', 'delivery', 'lines', 'note']);

function aboutOf(entry: NewEntry): EntryAbout {
  const about: EntryAbout & Record<string, unknown> = {};
  const put = (name: string, text: unknown) => {
    if (typeof text === 'string' && text) about[name] = text;
  };
  const body = asRecord(entry.body);
  for (const name of Object.keys(body)) if (!NOT_FROM_BODY.has(name)) put(name, body[name]);
  put('visit', entry.visitId);
  put('location', entry.locationId);
  put('rep', asId(body.rep));
  put('delivery', idInPath(entry.path, 'deliveries'));
  if (Array.isArray(body.lines)) about.lines = body.lines.map(lineOf);
  if (typeof body.note === 'string') about.note = body.note;
  return about;
}

/** The state of an entry that no try has marked yet. */
export function freshState({ id, firstTry }: Pick<QueueEntry, 'id' | 'firstTry'>): EntryState {
  return { id, state: 'waiting', attempts: 0, lastError: null, mayHaveArrived: firstTry, nextTryAt: 0 };
}

/** What Redux keeps of an entry. Field by field: an object with fields left out takes a start several times as long. */
export function summarize(entry: QueueEntry, state: EntryState): EntrySummary {
  return {
    id: entry.id,
    ts: entry.ts,
    path: entry.path,
    method: entry.method,
    seq: entry.seq,
    userId: entry.userId,
    call: entry.call,
    creates: entry.creates,
    visitId: entry.visitId,
    locationId: entry.locationId,
    baseVersion: entry.baseVersion,
    over: entry.over,
    pricesAsOf: entry.pricesAsOf,
    state: state.state,
    attempts: state.attempts,
    lastError: state.lastError,
    mayHaveArrived: state.mayHaveArrived,
    nextTryAt: state.nextTryAt,
    about: aboutOf(entry),
    localIdRefs: localIdsIn(entry.path, entry.body),
  };
}
