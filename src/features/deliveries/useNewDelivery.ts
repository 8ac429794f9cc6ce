import { useState } from 'react';
import type { LineDraft } from '../../domain/deliveryRules';
import { type FoundDraft, restoredInto, useDraft } from '../../state/drafts';
import { useUser } from '../../state/session';
import { NEW_DELIVERY } from '../../state/spentDrafts';
import { type DeliveryPreset, type NewDeliveryDraft, readNewDeliveryDraft } from './newDeliveryDraft';
import { type Removable, useRemovable } from './useRemovable';

export interface NewDelivery {
  values: NewDeliveryDraft;
  change: (part: Partial<NewDeliveryDraft>) => void;
  addLine: (line: LineDraft) => void;
  removable: Removable<LineDraft>;
  /** What an earlier opening of the app left behind; `restore` puts it into the form. */
  found: FoundDraft<NewDeliveryDraft> | null;
  /** The delivery is on its way: nothing is left to come back to. */
  drop: () => void;
}

/** The form of a new delivery. What is typed outlives a trip to another screen and a killed tab. */
export function useNewDelivery(preset: DeliveryPreset): NewDelivery {
  const user = useUser();
  const settled = { location: preset.location?._id, box: preset.boxId, repName: preset.repName };
  const empty: NewDeliveryDraft = {
    repName: settled.repName ?? user.name,
    location: settled.location ?? '',
    box: settled.box ?? '',
    lines: [],
  };
  const key = `${NEW_DELIVERY} ${preset.visitId ?? ''} ${preset.boxId ?? ''}`;
  const { typed: typedBefore, found, keep, drop } = useDraft(key, readNewDeliveryDraft);
  const [typed, setTyped] = useState<NewDeliveryDraft>(() => typedBefore ?? empty);
  // What the visit or the address settles goes before what a draft remembers.
  const values: NewDeliveryDraft = {
    repName: settled.repName ?? typed.repName,
    location: settled.location ?? typed.location,
    box: settled.box ?? typed.box,
    lines: typed.lines,
  };
  const change = (part: Partial<NewDeliveryDraft>) => {
    const next = { ...values, ...part };
    setTyped(next);
    keep(next);
  };
  const removable = useRemovable(values.lines, (lines) => change({ lines }));
  return {
    values,
    change,
    addLine: (line) => {
      removable.forget();
      change({ lines: [...values.lines, line] });
    },
    removable,
    found: restoredInto(found, (draft) => {
      removable.forget();
      setTyped(draft);
    }),
    drop,
  };
}
