import History from 'lucide-react/icons/history';
import { useId } from 'react';
import type { Item } from '../../../contract/items';
import { formatInstantShort } from '../../../domain/dates';
import type { TakenDelivery } from '../../../domain/lastTaken';
import { linesText } from '../../../domain/names';
import { Button } from '../../../ui/Button';
import { useNow } from '../../../ui/useNow';
import { LOCATION_FIRST } from './newDeliveryDraft';
import styles from './SameAsLast.module.css';

interface SameAsLastProps {
  /** Empty until a location is picked. */
  locationId: string;
  /** `null` if no delivery of this box or its location is known. */
  last: TakenDelivery | null;
  loading: boolean;
  itemsById: ReadonlyMap<string, Item>;
  onFill: (lines: TakenDelivery['lines']) => void;
}

/** Fills the lines with the last delivery of this box, else of its location. The lines are listed below the button. */
export function SameAsLast({ locationId, last, loading, itemsById, onFill }: SameAsLastProps) {
  const descriptionId = useId();
  const now = useNow();
  // Inactive items cannot be delivered again.
  const lines = last?.lines.filter(({ item }) => itemsById.get(item)?.active) ?? [];
  const shown = lines.map((line) => ({
    ...line,
    item: { _id: line.item, name: itemsById.get(line.item)?.name ?? '' },
  }));
  const nothing = loading ? 'Looking up what was taken here last…' : 'Nothing was delivered here yet.';
  const empty = locationId ? nothing : LOCATION_FIRST;
  return (
    <div className={styles.part}>
      <Button
        wide
        icon={<History aria-hidden />}
        disabled={lines.length === 0}
        aria-describedby={descriptionId}
        onClick={() => onFill(lines)}
      >
        Same as last time
      </Button>
      <p id={descriptionId} className={styles.contents}>
        {last && lines.length > 0
          ? `${last.box.label}, ${formatInstantShort(last.at, now)}: ${linesText(shown)}`
          : empty}
      </p>
    </div>
  );
}
