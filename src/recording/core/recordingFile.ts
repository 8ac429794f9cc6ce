import * as z from 'zod/mini';
import type { RecordedEvent } from './events';
import type { Json } from './json';

export const RECORDING_FORMAT = 'field-sales-recording';
/** Version of the file. A new shape takes a new version and a numbered step in `recordingMigrations.ts`. */
export const RECORDING_VERSION = 3;

const json: z.ZodMiniType<Json> = z.json();
const timed = { at: z.number(), sameTick: z.optional(z.literal(true)) };

const eventSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('action'),
    ...timed,
    n: z.int(),
    action: z.catchall(z.object({ type: z.string() }), json),
    external: z.optional(z.literal(true)),
    digest: z.optional(z.string()),
    changes: z.optional(z.array(z.array(json))),
  }),
  z.strictObject({ kind: z.literal('intent'), ...timed, name: z.string(), args: z.array(json) }),
  z.strictObject({ kind: z.literal('call'), ...timed, id: z.int(), what: z.string(), with: json }),
  z.strictObject({
    kind: z.literal('response'),
    ...timed,
    id: z.int(),
    value: z.optional(json),
    failed: z.optional(z.string()),
  }),
  z.strictObject({ kind: z.literal('message'), ...timed, what: z.string(), value: json }),
  z.strictObject({ kind: z.literal('value'), ...timed, what: z.string(), value: json }),
  z.strictObject({ kind: z.literal('navigation'), ...timed, route: z.string() }),
]) satisfies z.ZodMiniType<RecordedEvent>;

const runSchema = z.strictObject({
  /** When the app started, or the recording's beginning had to be dropped; ms since 1970. */
  startedAt: z.number(),
  /** Id of the recorded tab, new at every start; other tabs appear as messages. */
  tab: z.string(),
  /** The browser's `navigator.onLine` at the start. */
  online: z.boolean(),
  /** The route at the start. */
  route: z.string(),
  /** The state before the first event, when the run's beginning was dropped; else absent. */
  base: z.optional(json),
  events: z.array(eventSchema),
});

/** The file of a recording. A run lasts from one start of the app to the next; a reload begins a new one. */
export const recordingSchema = z.strictObject({
  format: z.literal(RECORDING_FORMAT),
  version: z.literal(RECORDING_VERSION),
  id: z.string(),
  /** Given by the person; may be empty. */
  title: z.string(),
  startedAt: z.number(),
  /** `null` while it runs. */
  stoppedAt: z.nullable(z.number()),
  /** The build that ran, and the version of its storage in the browser. */
  build: z.string(),
  storageVersion: z.int(),
  /** The first user who was signed in; `null` when nobody was. */
  userId: z.nullable(z.string()),
  /** Whether it holds names, notes, e-mails and addresses, or pseudonyms for them. */
  texts: z.enum(['pseudonyms', 'included']),
  digestEvery: z.int(),
  /** Number of actions dropped from the beginning, to stay within the limits. */
  dropped: z.int(),
  runs: z.array(runSchema),
});

export type Recording = z.infer<typeof recordingSchema>;
export type RecordedRun = Recording['runs'][number];
/** All of a recording but its events. */
export type RecordingMetadata = Omit<Recording, 'runs'>;
