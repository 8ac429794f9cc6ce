import type { QueuedWrite } from '../api/client/writes';
import { asId, asRecord, asText } from '../api/parsers/values';
import type { CreateDeliveryBody } from '../contract/deliveries';
import type { LineDraft } from '../domain/deliveryRules';
import { localIdsIn, type NamedId } from './localIds';
import { idInPath } from './nouns';
import type { ENTRY_VERSION } from './storage/entryMigrations';

/**
 * A write that waits to be sent, as it is stored on disk. Its bytes never change. `EntryState` holds the state of its
 * tries.
 */
export interface QueueEntry extends QueuedWrite {
  /** The version of this record's shape (`storage/entryMigrations.ts`). */
  v: typeof ENTRY_VERSION;
  /**
   * Position in the device's total order. The disk assigns it, so two entries never share one, even if the clock jumps.
   */
  seq: number;
  /** The id of the user who made the change. It is sent only in their session and shown only to them. */
  userId: string;
  /** The local id of the record that this write creates; `null` when it creates none. */
  creates: string | null;
  /** The visit this write belongs to, by its local or its server's id; `null` outside a visit. */
  visitId: string | null;
  /** The location of this write; `null` when the device did not know it. */
  locationId: string | null;
  /**
   * The unit price in dollars of each line of its body in the item list that the form showed; `null` when unknown, or
   * without lines. It is shown and not sent. A line of an edit that keeps its recorded price does not use it.
   */
  unitPrices: number[] | null;
  /**
   * Whether a request may have been sent that no `EntryState` records: a first try follows the append at once, or an
   * earlier try of the same form has an unknown outcome.
   */
  firstTry: boolean;
}

/** A queue entry that has no position in the order yet. */
export type NewEntry = Omit<QueueEntry, 'seq'>;

/**
 * 'refused': the server refused it, or it names a record that is not going to exist. Sync now, start, sign-in and going
 * online try an entry of either phase. The other triggers try it only once it is due (`nextTryAt`).
 */
export type EntryPhase = 'waiting' | 'refused';

/** Why the last try failed. */
export interface EntryError {
  /** HTTP status; `null` when there was no response. */
  status: number | null;
  /** For a person, at most 160 characters. */
  text: string;
  /** ms since 1970 */
  at: number;
  /**
   * The server's record: the body of a 412, or the content that was recorded under this id (422). Or the body that
   * names the `reason` (404, 409).
   */
  present?: unknown;
}

/** The state of an entry, a record of its own. An entry without one waits and has had no recorded try. */
export interface EntryState {
  id: string;
  state: EntryPhase;
  /** Tries that failed. */
  attempts: number;
  lastError: EntryError | null;
  /** Whether a try may have reached the server although no response arrived. */
  mayHaveArrived: boolean;
  /** When the entry may be tried again, ms since 1970. 0: a waiting entry at once, a refused one never by itself. */
  nextTryAt: number;
}

/** A change of an entry's state. */
export type EntryMark = Partial<Omit<EntryState, 'id'>>;

type OnlyTexts<Fields extends { [Name in keyof Fields]?: string | undefined }> = Partial<Fields>;

/**
 * The text fields of a delivery's body. A new text field of the contract is included without a change here. A new field
 * of another type does not compile: `aboutOf` copies texts.
 */
type DeliveryTexts = OnlyTexts<Omit<CreateDeliveryBody, 'lines' | 'visit' | 'location'>>;

/** The fields of path and body that screens show. A field that they lack is absent. */
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

/**
 * The part of an entry that Redux holds: without its body, `v` and `firstTry`; `about` has the fields of path and body
 * that screens show.
 */
export interface EntrySummary extends Omit<QueueEntry, 'body' | 'v' | 'firstTry'>, Omit<EntryState, 'id'> {
  about: EntryAbout;
  /** The local ids in its path or body. */
  localIdRefs: string[];
}

/** The fields of an entry that the rules of order use. */
export type OrderedEntry = Pick<
  EntrySummary,
  | 'id'
  | 'seq'
  | 'userId'
  | 'call'
  | 'path'
  | 'creates'
  | 'visitId'
  | 'locationId'
  | 'localIdRefs'
  | 'about'
  | 'state'
  | 'lastError'
>;

/** A local id and the server's id of the same record, as stored on disk. */
export interface IdMapping extends NamedId {
  /** When the device received the server's id, ms since 1970. */
  at: number;
}

/** Compares by position. The id decides a tie, which only a damaged disk can contain. */
export function bySeq(a: { seq: number; id: string }, b: { seq: number; id: string }): number {
  return a.seq - b.seq || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function lineOf(raw: unknown): LineDraft {
  const line = asRecord(raw);
  return { item: asText(line.item), quantity: Number(line.quantity), packaging: asText(line.packaging) };
}

/** Fields of the body that `aboutOf` takes from elsewhere, or that are no ids or names. */
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
  put('delivery', idInPath(entry.path, 'delivery'));
  if (Array.isArray(body.lines)) about.lines = body.lines.map(lineOf);
  if (typeof body.note === 'string') about.note = body.note;
  return about;
}

/** The state of an entry without a recorded try. */
export function freshState({ id, firstTry }: Pick<QueueEntry, 'id' | 'firstTry'>): EntryState {
  return { id, state: 'waiting', attempts: 0, lastError: null, mayHaveArrived: firstTry, nextTryAt: 0 };
}

/**
 * The summary of an entry for Redux. Copied field by field: object spread with omitted fields makes a start several
 * times slower.
 */
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
    unitPrices: entry.unitPrices,
    state: state.state,
    attempts: state.attempts,
    lastError: state.lastError,
    mayHaveArrived: state.mayHaveArrived,
    nextTryAt: state.nextTryAt,
    about: aboutOf(entry),
    localIdRefs: localIdsIn(entry.path, entry.body),
  };
}
