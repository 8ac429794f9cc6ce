import { outcomeLabel } from '../domain/outcomes';
import { formatQuantity } from '../domain/quantity';
import styles from './BothVersions.module.css';

/** The content of a delivery or visit: its lines, or its outcome and note. */
export interface Content {
  lines?: readonly { item: string; quantity: number; packaging: string }[];
  outcome?: string;
  note?: string;
}

/** Returns the name of an item on this device; an empty text for an unknown one. */
export type ItemName = (id: string) => string;

const unnamed: ItemName = () => '';

function Version({ title, content, itemName }: { title: string; content: Content; itemName: ItemName }) {
  const { lines, outcome, note } = content;
  return (
    <section className={styles.version} aria-label={title}>
      <h3>{title}</h3>
      {lines ? (
        <ul>
          {lines.map(({ item, quantity, packaging }, position) => (
            // Lines have no id of their own, and are not reordered here.
            <li key={position}>
              {formatQuantity(quantity)} {packaging} {itemName(item) || 'an item'}
            </li>
          ))}
        </ul>
      ) : null}
      {lines?.length === 0 ? <p>No lines</p> : null}
      {outcome ? <p>Outcome: {outcomeLabel(outcome)}</p> : null}
      {note === undefined ? null : <p className={styles.note}>{note ? `Note: ${note}` : 'No note'}</p>}
    </section>
  );
}

interface BothVersionsProps {
  mine: Content;
  /** `null` when the device does not know it. */
  other: Content | null;
  otherTitle: 'Theirs' | 'Recorded';
  /** For lines only. */
  itemName?: ItemName | undefined;
}

/** A change and the server's version, side by side. */
export function BothVersions({ mine, other, otherTitle, itemName = unnamed }: BothVersionsProps) {
  return (
    <div className={styles.both}>
      <Version title="Yours" content={mine} itemName={itemName} />
      {other ? <Version title={otherTitle} content={other} itemName={itemName} /> : null}
    </div>
  );
}
