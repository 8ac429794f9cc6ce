import { useState } from 'react';
import { parseDelivery } from '../../api/parsers/delivery';
import { parseVisit } from '../../api/parsers/visit';
import { asNumber, asRecord, asText } from '../../api/parsers/values';
import { api } from '../../api/api';
import type { ApiError } from '../../api/client/errors';
import type { WriteBase } from '../../api/client/writes';
import type { EntryAbout } from '../../offline/entry';
import { useAppDispatch } from '../root/hooks';

/** Somebody changed a thing after a form or an entry was made over it (412; offline model, point 8). */
export interface Conflict {
  /** Their name; an empty text when the server does not say. */
  changedBy: string;
  theirs: EntryAbout;
  /** What a change over theirs is made over. */
  base: WriteBase;
  /** The visit was submitted by them. */
  isSubmitted: boolean;
}

type Noun = 'visit' | 'delivery';

/** What a delivery or visit of the server says, in the shape in which an entry says it. */
export function contentOf(noun: Noun, raw: unknown): EntryAbout {
  if (noun === 'visit') {
    const { outcome, note } = parseVisit(raw);
    return { ...(outcome ? { outcome } : {}), note };
  }
  const lines = parseDelivery(raw).lines.map(({ item, quantity, packaging }) => ({
    item: item._id,
    quantity,
    packaging,
  }));
  return { lines };
}

const CHANGED_MEANWHILE = 412;

/** The conflict that a refusal reports (412); `null` for any other refusal. */
export function conflictOf(
  noun: Noun,
  { status, present }: { status: number | null; present?: unknown },
): Conflict | null {
  const { current, changedBy } = asRecord(present);
  if (status !== CHANGED_MEANWHILE || current === undefined) return null;
  return {
    changedBy: asText(asRecord(changedBy).name),
    theirs: contentOf(noun, current),
    base: { baseVersion: asNumber(asRecord(current).version), over: null },
    isSubmitted: noun === 'visit' && parseVisit(current).submittedAt !== null,
  };
}

/** The conflict that the last press of a form met, until the person has chosen. */
export function useConflict(noun: Noun) {
  const dispatch = useAppDispatch();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  return {
    conflict,
    read: (failure: ApiError) => (failure.kind === 'http' ? conflictOf(noun, failure) : null),
    show: setConflict,
    /** Accepts the server's version: what the screens show of it is fetched again. */
    keepTheirs: () => {
      setConflict(null);
      dispatch(api.util.invalidateTags(['Visits', 'Deliveries', 'Reports']));
    },
  };
}
