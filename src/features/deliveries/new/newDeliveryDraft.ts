import type { PadLine } from './padLines';

/** A new delivery as it stands in its form. */
export interface NewDeliveryDraft {
  repName: string;
  /** Ids; empty until picked. */
  location: string;
  box: string;
  lines: PadLine[];
}

/** What the address, or the visit it names, has already settled; `null` where the rep chooses. */
export interface DeliveryPreset {
  visitId: string | null;
  repName: string | null;
  location: { _id: string; name: string } | null;
  boxId: string | null;
}

function isPadLine(raw: unknown): raw is PadLine {
  if (typeof raw !== 'object' || raw === null) return false;
  const { item, quantity, packaging, typed } = raw as Partial<Record<keyof PadLine, unknown>>;
  if (typed !== undefined && typeof typed !== 'string') return false;
  return typeof item === 'string' && typeof quantity === 'number' && typeof packaging === 'string';
}

/** A draft as found on the device; `null` when it is none. */
export function readNewDeliveryDraft(raw: unknown): NewDeliveryDraft | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const { repName, location, box, lines } = raw as Partial<Record<keyof NewDeliveryDraft, unknown>>;
  const texts = typeof repName === 'string' && typeof location === 'string' && typeof box === 'string';
  if (!texts || !Array.isArray(lines) || !lines.every(isPadLine)) return null;
  return { repName, location, box, lines };
}
