import History from 'lucide-react/icons/history';
import { useId } from 'react';
import type { Item } from '../../../contract/items';
import { formatInstantShort } from '../../../domain/dates';
import type { TakenDelivery } from '../../../domain/lastTaken';
import { linesText } from '../../../domain/names';
import type { LastTaken } from '../../../state/deliveries/lastTaken';
import { Button } from '../../../ui/Button';
import { useNow } from '../../../ui/useNow';
import { LOCATION_FIRST } from './newDeliveryDraft';
import styles from './SameAsLast.module.css';

interface SameAsLastProps {
  /** Empty until a location is picked. */
  locationId: string;
  lastTaken: LastTaken;
  itemsById: ReadonlyMap<string, Item>;
  onFill: (lines: TakenDelivery['lines']) => void;
}

/** Why there is nothing to fill in. */
function emptyText({ last, loading, isUnknown }: LastTaken): string {
  if (loading) return 'Looking up what was taken here last…';
  if (last) return 'What was taken here last is not offered any more.';
  return isUnknown ? 'What was taken here last is not on this device.' : 'Nothing was delivered here yet.';
}

/** Fills the lines with the last delivery of this box, else of its location. The lines are listed below the button. */
export function SameAsLast({ locationId, lastTaken, itemsById, onFill }: SameAsLastProps) {
  const descriptionId = useId();
  const now = useNow();
  const { last } = lastTaken;
  // Inactive items cannot be delivered again.
  const lines = last?.lines.filter(({ item }) => itemsById.get(item)?.active) ?? [];
  const shown = lines.map((line) => ({
    ...line,
    item: { _id: line.item, name: itemsById.get(line.item)?.name ?? '' },
  }));
  const empty = locationId ? emptyText(lastTaken) : LOCATION_FIRST;
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
