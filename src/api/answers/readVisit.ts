import type { Visit } from '../../contract/visits';
import { isOutcome } from '../../domain/outcomes';
import { readLocation } from './readLocation';
import { asId, asInstant, asNumber, asShape, asText } from './shape';

/** A rep as `{_id, name}`, as a bare id, or absent. */
export function readRep(raw: unknown): { _id: string; name: string } {
  return { _id: asId(raw), name: asText(asShape(raw).name) };
}

/** A visit, bare or wrapped in a `visit` field (spec §7); `_id` is empty when there is none to read. */
export function readVisit(raw: unknown): Visit {
  const outer = asShape(raw);
  const wrapped = asShape(outer.visit);
  const shape = asId(wrapped) ? wrapped : outer;
  const rep = readRep(shape.rep);
  const repName = rep.name || asText(shape.repName);
  const location =
    typeof shape.location === 'string' ? { ...readLocation(null), _id: shape.location } : readLocation(shape.location);
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
