import type { CreateDeliveryBody } from '../../../contract/deliveries';
import { validateDelivery } from '../../../domain/deliveryRules';
import { type PadLine, sentLines } from './padLines';

/** The content of the form of a new delivery. */
export interface NewDeliveryDraft {
  repName: string;
  /** Ids; empty until picked. */
  location: string;
  box: string;
  lines: PadLine[];
}

/** The values that the URL or its visit determines; `null` if the rep chooses. */
export interface DeliveryPreset {
  visitId: string | null;
  repName: string | null;
  location: { _id: string; name: string } | null;
  boxId: string | null;
}

/** The name of the form in the drafts. */
export const newDeliveryForm = ({ visitId, boxId }: Pick<DeliveryPreset, 'visitId' | 'boxId'>) =>
  `new delivery ${visitId ?? ''} ${boxId ?? ''}`;

export const emptyDelivery = (repName: string): NewDeliveryDraft => ({ repName, location: '', box: '', lines: [] });

/** The form with the values of the visit or the URL in place of typed or stored ones. */
export function withPreset(typed: NewDeliveryDraft, preset: DeliveryPreset): NewDeliveryDraft {
  return {
    ...typed,
    repName: preset.repName ?? typed.repName,
    location: preset.location?._id ?? typed.location,
    box: preset.boxId ?? typed.box,
  };
}

/** What stands where something depends on the location that is not picked yet. */
export const LOCATION_FIRST = 'Choose a location first';

const NOT_ADDED = 'This item is not in the lines yet. Add it, or choose none.';

/** The part of the form that a problem is about. `newLine`: an item that is chosen and not added. */
export type DeliveryField = 'location' | 'box' | 'lines' | 'line' | 'newLine';

/**
 * Why the form cannot be submitted; `null` when it can. `ofLines`: the error of each line, `null` for none. `newItem`:
 * the item chosen for a line, not added yet.
 */
export function deliveryProblem(
  values: NewDeliveryDraft,
  ofLines: readonly (string | null)[],
  newItem: string,
): { text: string; field: DeliveryField } | null {
  const missing = validateDelivery(values);
  if (missing) return missing;
  const ofLine = ofLines.find((text) => text !== null);
  if (ofLine) return { text: ofLine, field: 'line' };
  return newItem ? { text: NOT_ADDED, field: 'newLine' } : null;
}

/** The body of the call (spec §7). */
export function newDeliveryBody(
  { lines, repName, ...fields }: NewDeliveryDraft,
  visitId: string | null,
): CreateDeliveryBody {
  return {
    ...(repName ? { repName } : {}),
    ...fields,
    lines: sentLines(lines),
    ...(visitId ? { visit: visitId } : {}),
  };
}

function isPadLine(raw: unknown): raw is PadLine {
  if (typeof raw !== 'object' || raw === null) return false;
  const { item, quantity, packaging, typed } = raw as Partial<Record<keyof PadLine, unknown>>;
  if (typed !== undefined && typeof typed !== 'string') return false;
  return typeof item === 'string' && typeof quantity === 'number' && typeof packaging === 'string';
}

/**
 * Parses a stored draft; `null` for an invalid one, which is dropped. An earlier build may have stored it: a new field
 * is optional here.
 */
export function readNewDeliveryDraft(raw: unknown): NewDeliveryDraft | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const { repName, location, box, lines } = raw as Partial<Record<keyof NewDeliveryDraft, unknown>>;
  const texts = typeof repName === 'string' && typeof location === 'string' && typeof box === 'string';
  if (!texts || !Array.isArray(lines) || !lines.every(isPadLine)) return null;
  return { repName, location, box, lines };
}
