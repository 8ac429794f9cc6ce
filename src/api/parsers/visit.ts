import type { Visit } from '../../contract/visits';
import { isOutcome } from '../../domain/outcomes';
import { parseLocation } from './location';
import { asId, asInstant, asNumber, asRecord, asText, unwrapped } from './values';

/** A rep as `{_id, name}`, as a bare id, or absent. */
export function parseRep(raw: unknown): { _id: string; name: string } {
  return { _id: asId(raw), name: asText(asRecord(raw).name) };
}

/** A visit, bare or wrapped in a `visit` field (spec §7); `_id` is empty when there is none to read. */
export function parseVisit(raw: unknown): Visit {
  const shape = unwrapped(raw, 'visit');
  const rep = parseRep(shape.rep);
  const repName = rep.name || asText(shape.repName);
  const location =
    typeof shape.location === 'string'
      ? { ...parseLocation(null), _id: shape.location }
      : parseLocation(shape.location);
  return {
    _id: asId(shape),
    rep: { _id: rep._id, name: repName },
    repName,
    location,
    outcome: isOutcome(shape.outcome) ? shape.outcome : null,
    note: asText(shape.note),
    startedAt: asInstant(shape.startedAt),
    submittedAt: asInstant(shape.submittedAt),
    createdAt: asInstant(shape.createdAt) ?? asInstant(shape.startedAt) ?? '',
    version: asNumber(shape.version),
  };
}
