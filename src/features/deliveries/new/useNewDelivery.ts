import { useState } from 'react';
import { type DraftOf, type RestorableDraft, useDraft } from '../../../state/drafts/drafts';
import { useUser } from '../../../state/session/session';
import {
  type DeliveryPreset,
  emptyDelivery,
  type NewDeliveryDraft,
  readNewDeliveryDraft,
  withPreset,
} from './newDeliveryDraft';
import type { PadLine } from './padLines';
import { type Removable, useRemovable } from '../useRemovable';

export interface NewDelivery {
  values: NewDeliveryDraft;
  change: (part: Partial<NewDeliveryDraft>) => void;
  /** Takes the lines as they are now: what was removed before can't come back after it. */
  setLines: (lines: PadLine[]) => void;
  removable: Removable<PadLine>;
  /** What an earlier opening of the form left behind. */
  restorable: RestorableDraft | null;
  draft: DraftOf<NewDeliveryDraft>;
}

/** The form of a new delivery. What is typed is offered again after a trip to another screen or a killed tab. */
export function useNewDelivery(preset: DeliveryPreset): NewDelivery {
  const user = useUser();
  const [typed, setTyped] = useState(() => emptyDelivery(user.name));
  const form = `new delivery ${preset.visitId ?? ''} ${preset.boxId ?? ''}`;
  const draft = useDraft(form, readNewDeliveryDraft);
  const values = withPreset(typed, preset);
  const change = (part: Partial<NewDeliveryDraft>) => {
    const next = { ...values, ...part };
    setTyped(next);
    draft.save(next);
  };
  const removable = useRemovable(values.lines, (lines) => change({ lines }));
  return {
    values,
    change,
    setLines: (lines) => {
      removable.forget();
      change({ lines });
    },
    removable,
    restorable: draft.offered((left) => {
      removable.forget();
      setTyped(left);
    }),
    draft,
  };
}
