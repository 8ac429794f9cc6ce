import type { Visit } from '../../contract/visits';
import { refilledBoxIds, shownBoxes } from '../../domain/refills';
import { pluralize } from '../../domain/wholeNumbers';
import { useVisitDeliveriesRead } from '../deliveries/deliveryReads';
import { useBoxesRead } from '../reads/listReads';

/** The progress of a visit as "3 of 5 boxes"; `null` while boxes or deliveries are not known. */
export function useVisitProgress({ _id, location }: Visit): string | null {
  const { data: boxes } = useBoxesRead(location._id);
  const { data: deliveries, isComplete } = useVisitDeliveriesRead(_id);
  if (!boxes || !deliveries || !isComplete) return null;
  const shown = shownBoxes(boxes, deliveries);
  return `${refilledBoxIds(shown, deliveries).size} of ${pluralize(shown.length, 'box', 'boxes')}`;
}
