import type { CreateDeliveryBody } from '../../../contract/deliveries';
import { type PadLine, sentLines } from './padLines';

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

export const emptyDelivery = (repName: string): NewDeliveryDraft => ({ repName, location: '', box: '', lines: [] });

/** The form with what the visit or the address settles in place of what was typed or remembered. */
export function withPreset(typed: NewDeliveryDraft, preset: DeliveryPreset): NewDeliveryDraft {
  return {
    ...typed,
    repName: preset.repName ?? typed.repName,
    location: preset.location?._id ?? typed.location,
    box: preset.boxId ?? typed.box,
  };
}

/** The form as the call takes it (spec §7). */
export function newDeliveryBody({ lines, ...fields }: NewDeliveryDraft, visitId: string | null): CreateDeliveryBody {
  return { ...fields, lines: sentLines(lines), ...(visitId ? { visit: visitId } : {}) };
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
