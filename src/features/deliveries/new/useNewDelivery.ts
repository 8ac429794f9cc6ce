import { useState } from 'react';
import { type DraftOf, type RestorableDraft, useDraft } from '../../../state/drafts/useDraft';
import { useUser } from '../../../state/session/session';
import {
  type DeliveryPreset,
  emptyDelivery,
  newDeliveryForm,
  type NewDeliveryDraft,
  readNewDeliveryDraft,
  withPreset,
} from './newDeliveryDraft';
import type { PadLine } from './padLines';
import { type Removable, useRemovable } from '../useRemovable';

export interface NewDelivery {
  values: NewDeliveryDraft;
  change: (part: Partial<NewDeliveryDraft>) => void;
  /** Replaces the lines. An earlier removal can no longer be undone. */
  setLines: (lines: PadLine[]) => void;
  removable: Removable<PadLine>;
  /** The draft of an earlier opening of the form. */
  restorable: RestorableDraft | null;
  /** The server may have recorded the restored draft, so an unchanged repeat must be possible. */
  mayBeRecorded: boolean;
  draft: DraftOf<NewDeliveryDraft>;
}

/**
 * The form of a new delivery. Its draft is offered again after the person left the screen or the tab was killed.
 * `onChange`: called before each change.
 */
export function useNewDelivery(preset: DeliveryPreset, onChange: () => void): NewDelivery {
  const user = useUser();
  const [typed, setTyped] = useState(() => emptyDelivery(user.name));
  const [mayBeRecorded, setMayBeRecorded] = useState(false);
  const draft = useDraft(newDeliveryForm(preset), readNewDeliveryDraft);
  const values = withPreset(typed, preset);
  const change = (part: Partial<NewDeliveryDraft>) => {
    onChange();
    const next = { ...values, ...part };
    setTyped(next);
    draft.save(next);
  };
  const removable = useRemovable(values.lines, (lines) => change({ lines }));
  const restorable = draft.offered((restored) => {
    onChange();
    setMayBeRecorded(restorable?.mayBeRecorded === true);
    removable.forget();
    setTyped(restored);
  });
  return {
    values,
    change,
    setLines: (lines) => {
      removable.forget();
      change({ lines });
    },
    removable,
    restorable,
    mayBeRecorded,
    draft,
  };
}
