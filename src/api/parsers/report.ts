import type { ItemUsage, OutcomeCounts, RepProductivity } from '../../contract/reports';
import { OUTCOMES } from '../../domain/outcomes';
import { messages } from '../../domain/messages';
import { asList, asNumber, asRecord, asText } from './values';

export function parseItemsUsage(raw: unknown): ItemUsage[] {
  return asList(raw).map((row) => {
    const shape = asRecord(row);
    return { name: asText(shape.name), quantity: asNumber(shape.quantity) ?? 0, amount: asNumber(shape.amount) ?? 0 };
  });
}

export function parseRepProductivity(raw: unknown): RepProductivity[] {
  return asList(raw).map((row) => {
    const shape = asRecord(row);
    return {
      repName: asText(shape.repName) || messages.unknownRep,
      total: asNumber(shape.total) ?? 0,
      visitCount: asNumber(shape.visitCount) ?? 0,
      deliveries: asNumber(shape.deliveries) ?? 0,
    };
  });
}

/** Counts by outcome, bare or in a `data` field. */
export function parseOutcomeCounts(raw: unknown): OutcomeCounts {
  const shape = asRecord(asRecord(raw).data ?? raw);
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, asNumber(shape[outcome]) ?? 0])) as OutcomeCounts;
}
