import { textOf } from './json';
import type { RecordedEvent } from './events';
import type { Json } from './json';
import type { Redact } from './redaction';

/** Something as it happened. It waits in memory for a moment to be redacted, and is redacted nowhere. */
export type RawEvent = { kind: RecordedEvent['kind']; at: number; joined?: true } & Record<string, unknown>;

/** A thunk's arguments: of RTK Query's the endpoint's name stands first. */
function redactArgs(name: string, args: readonly unknown[], redact: Redact): Json[] {
  const isInitiated = name === 'query' || name === 'mutation';
  return args.map((arg, at) => {
    if (isInitiated && at === 0) return textOf(arg);
    return redact(arg, isInitiated && at === 1 ? 'originalArgs' : 'intentArg') ?? null;
  });
}

/** The event as it may be redacted. */
export function redactEvent(raw: RawEvent, redact: Redact): RecordedEvent {
  const { name, args, ...event } = raw;
  const redacted = redact(event) as unknown as RecordedEvent;
  // The only texts drawn from the world are new ids.
  if (redacted.kind === 'drew' && typeof raw.value === 'string') return { ...redacted, value: raw.value };
  if (redacted.kind !== 'intent') return redacted;
  return { ...redacted, name: textOf(name), args: redactArgs(textOf(name), args as unknown[], redact) };
}
