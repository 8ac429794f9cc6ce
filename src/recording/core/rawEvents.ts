import { isObject, textOf } from './json';
import type { RecordedEvent } from './events';
import type { Json } from './json';
import type { Redact } from './redaction';

/** An event before redaction. It stays in memory for a moment and is never stored. */
export type RawEvent = { kind: RecordedEvent['kind']; at: number; sameTick?: true } & Record<string, unknown>;

/** The redacted arguments of a thunk. Those of RTK Query begin with the endpoint's name. */
function redactArgs(name: string, args: readonly unknown[], redact: Redact): Json[] {
  const isInitiated = name === 'query' || name === 'mutation';
  return args.map((arg, at) => {
    if (isInitiated && at === 0) return textOf(arg);
    return redact(arg, isInitiated && at === 1 ? 'originalArgs' : 'intentArg') ?? null;
  });
}

/** Redaction changes texts and ids. It leaves the kind of an event and the names of its parts. */
function isEventOf(raw: RawEvent, redacted: unknown): redacted is RecordedEvent {
  return isObject(redacted) && redacted.kind === raw.kind;
}

/** The event without what must not be stored. */
export function redactEvent(raw: RawEvent, redact: Redact): RecordedEvent {
  const { name, args, ...event } = raw;
  const redacted: unknown = redact(event);
  if (!isEventOf(raw, redacted)) throw new TypeError(`Redaction lost an event of the kind ${raw.kind}`);
  // The only texts among these values are new ids.
  if (redacted.kind === 'value' && typeof raw.value === 'string') return { ...redacted, value: raw.value };
  if (redacted.kind !== 'intent') return redacted;
  return { ...redacted, name: textOf(name), args: redactArgs(textOf(name), args as unknown[], redact) };
}
