import { paths } from '../../paths';
import { Badge } from '../../ui/Badge';
import { ButtonLink } from '../../ui/ButtonLink';
import { Money } from '../../ui/Money';
import { PendingBadge } from '../../ui/PendingBadge';
import { type BoxRow, contentsText } from './boxRows';
import styles from './VisitBoxes.module.css';

function BoxState({ row }: { row: BoxRow }) {
  if (row.deliveries.length === 0) return <Badge>not filled</Badge>;
  return row.pending ? <PendingBadge pending={row.pending} /> : <Badge tone="success">refilled</Badge>;
}

/** One box of the visit: what it is, what was put in, its state, and the way to refill it (spec §2). */
export function VisitBoxRow({ row, visitId, open }: { row: BoxRow; visitId: string; open: boolean }) {
  const { box, deliveries, total, pending } = row;
  const isRefilled = deliveries.length > 0;
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <span className={styles.label}>{box.label}</span>
        <span className={styles.size}>{box.size}</span>
        <span className={styles.state}>
          <BoxState row={row} />
        </span>
      </div>
      {isRefilled ? (
        <p className={styles.contents}>
          <span className={styles.what}>{contentsText(row)}</span> <Money amount={total} />
        </p>
      ) : null}
      {pending?.reason ? <p className={styles.reason}>{pending.reason}</p> : null}
      {open && !isRefilled ? (
        <ButtonLink wide to={paths.newDelivery({ visit: visitId, box: box._id })}>
          Refill this box
        </ButtonLink>
      ) : null}
    </li>
  );
}
