import type { RecordedEvent } from './events';
import { isObject, type Json, textOf } from './json';
import type { RecordedRun, Recording } from './recordingFile';

/** One event of a recording as text. */
export interface TimelineLine {
  /** Index of its run. */
  run: number;
  /** Number of the action, or of the last one before it. */
  n: number;
  /** ms since 1970 */
  at: number;
  kind: RecordedEvent['kind'];
  /** Who did it: the environment (a person, the browser, the network, the disk) or the app. */
  who: 'environment' | 'app';
  /** What happened, in a few words. */
  what: string;
  /** Its payload, shortened. */
  detail: string;
  route: string;
  online: boolean;
}

const DETAIL_MAX_CHARS = 140;

function short(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > DETAIL_MAX_CHARS ? `${text.slice(0, DETAIL_MAX_CHARS - 1)}…` : text;
}

function requestOf(detail: Json): string {
  return isObject(detail) ? `${textOf(detail.method)} ${textOf(detail.path)}` : '';
}

function responseText(value: Json | undefined): string {
  if (!isObject(value)) return short(value as Json | undefined);
  if (value.ok === true) return textOf(value.status);
  const { failure } = value;
  if (!isObject(failure)) return short(value as Json);
  // By the fields and not by `kind`: recordings of earlier builds name the kinds otherwise.
  return 'status' in failure ? `refused, ${textOf(failure.status)}` : textOf(failure.reason ?? failure.kind);
}

/** The payload of an action as text, after the name of its endpoint or the key of a stored slice. */
function carriedBy({ payload, meta, key }: Record<string, Json>): string {
  const arg = isObject(meta) && isObject(meta.arg) ? meta.arg : {};
  const carried = (payload ?? arg.originalArgs) as Json | undefined;
  return [textOf(arg.endpointName ?? key), short(carried)].filter(Boolean).join(' ');
}

type Words = Pick<TimelineLine, 'who' | 'what' | 'detail'>;

function wordsOf(event: RecordedEvent, calls: ReadonlyMap<number, { what: string; with: Json }>): Words {
  switch (event.kind) {
    case 'action':
      return { who: event.external ? 'environment' : 'app', what: event.action.type, detail: carriedBy(event.action) };
    case 'intent':
      return { who: 'environment', what: event.name, detail: event.args.map(short).filter(Boolean).join(' ') };
    case 'call':
      return {
        who: 'app',
        what: `call: ${event.what}`,
        detail: event.what === 'request' ? requestOf(event.with) : short(event.with),
      };
    case 'response': {
      const call = calls.get(event.id);
      const isRequest = call?.what === 'request';
      const detail = event.failed ?? (isRequest ? responseText(event.value) : short(event.value));
      return {
        who: 'environment',
        what: `response: ${call?.what ?? 'unknown call'}`,
        detail: isRequest ? `${requestOf(call.with)} → ${detail}` : detail,
      };
    }
    case 'message':
      return { who: 'environment', what: `message: ${event.what}`, detail: short(event.value) };
    case 'value':
      return { who: 'environment', what: `value: ${event.what}`, detail: short(event.value) };
    case 'navigation':
      return { who: 'environment', what: 'navigation', detail: event.route };
  }
}

function linesOf(run: RecordedRun, at: number, before: number): TimelineLine[] {
  const calls = new Map<number, { what: string; with: Json }>();
  let { route, online } = run;
  let n = before;
  return run.events.map((event) => {
    if (event.kind === 'action') n = event.n;
    if (event.kind === 'call') calls.set(event.id, event);
    if (event.kind === 'navigation') ({ route } = event);
    if (event.kind === 'action' && isObject(event.action.payload) && typeof event.action.payload.online === 'boolean')
      ({ online } = event.action.payload);
    return { run: at, n, at: event.at, kind: event.kind, ...wordsOf(event, calls), route, online };
  });
}

/** All events of a recording as lines, in their order. */
export function timelineOf(recording: Recording): TimelineLine[] {
  const lines: TimelineLine[] = [];
  for (const [at, run] of recording.runs.entries())
    lines.push(...linesOf(run, at, lines.at(-1)?.n ?? recording.dropped));
  return lines;
}
