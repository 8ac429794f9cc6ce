import type { Box } from '../../contract/boxes';
import type { Visit } from '../../contract/visits';
import { isActive } from '../../domain/catalogue';
import { refilledBoxIds, shownBoxes } from '../../domain/refills';
import { canComplete } from '../../domain/visitFormRules';
import { useVisitDeliveriesRead, type VisitDeliveriesRead } from '../../state/deliveries/deliveryReads';
import type { DeliveryView } from '../../state/pending/pendingDeliveryViews';
import type { CachedQuery } from '../../state/reads/cachedQuery';
import { useBoxesRead } from '../../state/reads/listReads';
import { usePreviousData } from '../../ui/usePreviousData';
import { type BoxRow, boxRows } from './boxRows';

/** The boxes of a visit and its progress. */
export interface VisitBoxesRead {
  boxes: CachedQuery<Box[]>;
  deliveries: VisitDeliveriesRead;
  /** `undefined` until both boxes and deliveries have a response or an error. */
  rows: BoxRow[] | undefined;
  /** Then the waiting deliveries alone are known. */
  haveDeliveriesFailed: boolean;
  refilledCount: number;
  /** Whether completed may be chosen (spec §4); false while unknown. */
  everyBoxRefilled: boolean;
}

const NONE: DeliveryView[] = [];

/** The boxes of a visit's location and which of them are refilled. Failed deliveries leave none refilled (spec §8). */
export function useVisitBoxes(visit: Visit): VisitBoxesRead {
  const boxes = useBoxesRead(visit.location._id);
  const deliveries = useVisitDeliveriesRead(visit._id);
  // The list of a started visit is read again once the visit has the server's id: nothing changes on screen meanwhile.
  const given = usePreviousData(
    deliveries.isComplete || deliveries.error ? (deliveries.data ?? NONE) : undefined,
    true,
  );
  const known = boxes.data && given ? { boxes: shownBoxes(boxes.data, given), deliveries: given } : null;
  const ids = known?.boxes.filter(isActive).map((box) => box._id) ?? [];
  const refilled = refilledBoxIds(known?.boxes ?? [], known?.deliveries ?? []);
  return {
    boxes,
    deliveries,
    rows: known ? boxRows(known.boxes, known.deliveries) : undefined,
    haveDeliveriesFailed: deliveries.error?.kind === 'http' || (!deliveries.isComplete && deliveries.error !== null),
    refilledCount: refilled.size,
    everyBoxRefilled: known !== null && canComplete(ids, refilled),
  };
}
