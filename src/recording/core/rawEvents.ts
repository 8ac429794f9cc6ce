import { textOf } from './json';
import type { RecordedEvent } from './events';
import type { Json } from './json';
import type { Redact } from './redaction';

/** An event before redaction. It stays in memory for a moment and is never stored. */
export type RawEvent = { kind: RecordedEvent['kind']; at: number; joined?: true } & Record<string, unknown>;

/** The redacted arguments of a thunk. Those of RTK Query begin with the endpoint's name. */
function redactArgs(name: string, args: readonly unknown[], redact: Redact): Json[] {
  const isInitiated = name === 'query' || name === 'mutation';
  return args.map((arg, at) => {
    if (isInitiated && at === 0) return textOf(arg);
    return redact(arg, isInitiated && at === 1 ? 'originalArgs' : 'intentArg') ?? null;
  });
}

/** The event without what must not be stored. */
export function redactEvent(raw: RawEvent, redact: Redact): RecordedEvent {
  const { name, args, ...event } = raw;
  const redacted = redact(event) as unknown as RecordedEvent;
  // The only texts among these values are new ids.
  if (redacted.kind === 'drew' && typeof raw.value === 'string') return { ...redacted, value: raw.value };
  if (redacted.kind !== 'intent') return redacted;
  return { ...redacted, name: textOf(name), args: redactArgs(textOf(name), args as unknown[], redact) };
}
