import { useState } from 'react';
import { parseDelivery } from '../../api/parsers/delivery';
import { parseVisit } from '../../api/parsers/visit';
import { asNumber, asRecord, asText } from '../../api/parsers/values';
import { api } from '../../api/api';
import { QUEUED_WRITE_TAGS } from '../../api/tags';
import { type ApiError, currentRecord, type Refusal } from '../../api/client/errors';
import type { WriteBase } from '../../api/client/writes';
import type { UpdateDeliveryBody } from '../../contract/deliveries';
import { deliveryContent } from '../../domain/deliveryRules';
import { isSubmitted } from '../../domain/visitRules';
import type { EntryAbout } from '../../offline/entry';
import type { Noun } from '../../offline/nouns';
import { useAppDispatch } from '../root/hooks';

/** Another user changed a record after a form or an entry was based on it (412, invariant 33). */
export interface Conflict {
  /** Their name; an empty text when the server does not say. */
  changedBy: string;
  theirs: EntryAbout;
  /** The other user's version as the server sent it. */
  current: unknown;
  /** The base for a change over the other user's version. */
  base: WriteBase;
  /** true: the other user submitted the visit. */
  isSubmitted: boolean;
}

/** The content of a delivery or visit of the server, in the shape of an entry's content. */
export function contentOf(noun: Noun, raw: unknown): EntryAbout {
  switch (noun) {
    case 'visit': {
      const { outcome, note } = parseVisit(raw);
      return { ...(outcome ? { outcome } : {}), note };
    }
    case 'delivery':
      return deliveryContent(parseDelivery(raw)) satisfies Required<UpdateDeliveryBody>;
  }
}

/** The conflict that a refusal reports (412); `null` for any other refusal. */
export function conflictOf(noun: Noun, refusal: Refusal): Conflict | null {
  const current = currentRecord(refusal);
  if (current === undefined) return null;
  return {
    changedBy: asText(asRecord(asRecord(refusal.present).changedBy).name),
    theirs: contentOf(noun, current),
    current,
    base: { baseVersion: asNumber(asRecord(current).version), over: null },
    isSubmitted: noun === 'visit' && isSubmitted(parseVisit(current)),
  };
}

/** The conflict of the last submit of a form, until the person has chosen a version. */
export function useConflict(noun: Noun) {
  const dispatch = useAppDispatch();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  return {
    conflict,
    read: (failure: ApiError) => (failure.kind === 'http' ? conflictOf(noun, failure) : null),
    show: setConflict,
    /** Accepts the server's version and refetches the data of the screens. */
    keepTheirs: () => {
      setConflict(null);
      dispatch(api.util.invalidateTags([...QUEUED_WRITE_TAGS]));
    },
  };
}
