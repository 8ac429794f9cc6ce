import Check from 'lucide-react/icons/check';
import { type RefCallback, useId } from 'react';
import { Link } from 'react-router';
import { linesText } from '../../domain/names';
import { paths } from '../../paths';
import { Badge } from '../../ui/Badge';
import { ButtonLink } from '../../ui/ButtonLink';
import { Money } from '../../ui/Money';
import { PendingBadge } from '../../ui/PendingBadge';
import type { BoxRow } from './boxRows';
import styles from './VisitBoxes.module.css';

const Refilled = () => (
  <Badge tone="success" icon={<Check aria-hidden />}>
    refilled
  </Badge>
);

function BoxState({ row }: { row: BoxRow }) {
  if (row.deliveries.length === 0) return <Badge>not filled</Badge>;
  return row.pending ? <PendingBadge pending={row.pending} /> : <Refilled />;
}

function BoxHead({ row, id }: { row: BoxRow; id?: string }) {
  return (
    <span id={id} className={styles.head}>
      <span className={styles.label}>{row.box.label}</span> <span className={styles.size}>{row.box.size}</span>{' '}
      <BoxState row={row} />
    </span>
  );
}

/** A refilled box with its content. The row is a link to its delivery, or to the newest of several. */
function RefilledBox({ row, delivery }: { row: BoxRow; delivery: string }) {
  const contents = linesText(row.deliveries.flatMap(({ lines }) => lines));
  return (
    <Link to={paths.delivery(delivery)} className={styles.refilled}>
      <BoxHead row={row} />
      <span className={styles.contents}>
        <span className={styles.what}>{contents}</span> <Money amount={row.total} />
      </span>
    </Link>
  );
}

interface VisitBoxRowProps {
  row: BoxRow;
  visitId: string;
  /** Whether boxes may still be refilled. */
  open: boolean;
  /** For the next box: its link takes the focus, so that it is scrolled into view. */
  linkRef: RefCallback<HTMLAnchorElement> | null;
}

/** One box of the visit: label and size, content, state, and the link to refill it (spec §2). */
export function VisitBoxRow({ row, visitId, open, linkRef }: VisitBoxRowProps) {
  const boxId = useId();
  const [newest] = row.deliveries;
  return (
    <li className={styles.row}>
      {newest ? <RefilledBox row={row} delivery={newest._id} /> : <BoxHead row={row} id={boxId} />}
      {row.pending?.reason ? <p className={styles.reason}>{row.pending.reason}</p> : null}
      {open && !newest ? (
        <ButtonLink ref={linkRef} to={paths.newDelivery({ visit: visitId, box: row.box._id })} aria-describedby={boxId}>
          Refill this box
        </ButtonLink>
      ) : null}
    </li>
  );
}
