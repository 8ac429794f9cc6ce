import { outcomeLabel } from '../../domain/outcomes';
import type { EntryAbout } from '../../offline/entry';
import styles from './WayOut.module.css';

interface EntryContentProps {
  title: string;
  content: EntryAbout;
  /** What the device calls an item; an empty text for what it does not know. */
  itemName: (id: string) => string;
}

/** What a delivery or a visit says, in words: its lines, or its outcome and note. */
export function EntryContent({ title, content, itemName }: EntryContentProps) {
  const { lines, outcome, note } = content;
  return (
    <section className={styles.side} aria-label={title}>
      <h3>{title}</h3>
      {lines ? (
        <ul>
          {lines.map(({ item, quantity, packaging }, position) => (
            // Lines have no id of their own, and are not reordered here.
            <li key={position}>
              {quantity} {packaging} {itemName(item) || 'an item'}
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
