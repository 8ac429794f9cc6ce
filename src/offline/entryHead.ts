import { asId, asShape, asText } from '../api/answers/shape';
import { localIdsIn } from './localIds';
import type { EntryAbout, EntryHead, EntryLine, EntryState, QueueEntry } from './types';

function lineOf(raw: unknown): EntryLine {
  const line = asShape(raw);
  return { item: asText(line.item), quantity: Number(line.quantity), packaging: asText(line.packaging) };
}

/** `/visits/x/submit` → x; `''` when the path names none. */
export function idInPath(path: string, noun: 'visits' | 'deliveries'): string {
  const [, first, id] = path.split('/');
  return first === noun && id ? decodeURIComponent(id) : '';
}

function aboutOf(entry: QueueEntry): EntryAbout {
  const body = asShape(entry.body);
  const texts = {
    visit: entry.visitId ?? '',
    location: entry.locationId ?? '',
    box: asText(body.box),
    rep: asId(body.rep),
    repName: asText(body.repName),
    delivery: idInPath(entry.path, 'deliveries'),
    outcome: asText(body.outcome),
  };
  const said = Object.entries(texts).filter(([, text]) => text);
  return {
    ...Object.fromEntries(said),
    ...(Array.isArray(body.lines) ? { lines: body.lines.map(lineOf) } : {}),
    ...(typeof body.note === 'string' ? { note: body.note } : {}),
  };
}

/** What Redux keeps of an entry. */
export function headOf(entry: QueueEntry, state: EntryState): EntryHead {
  const { body, v: _version, ...rest } = entry;
  return {
    ...rest,
    ...state,
    about: aboutOf(entry),
    mentions: localIdsIn(entry.path, body),
    heldBehind: null,
  };
}
