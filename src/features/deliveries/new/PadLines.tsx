import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Item } from '../../../contract/items';
import { Card } from '../../../ui/Card';
import { FormPart } from '../../../ui/Form';
import { RemovedNotice } from '../../../ui/RemovedNotice';
import type { Removable } from '../useRemovable';
import { PadLineRow } from './PadLineRow';
import styles from './PadLines.module.css';
import type { PadLine } from './padLines';

interface PadLinesProps {
  lines: readonly PadLine[];
  itemsById: ReadonlyMap<string, Item>;
  /** The unit price of each line; `null` for an unknown one. */
  prices: readonly (number | null)[];
  /** The error of each line; `null` for none. */
  problems: readonly (string | null)[];
  removable: Removable<PadLine>;
  sending: boolean;
  onChange: (lines: PadLine[]) => void;
  ref: RefObject<HTMLTableElement | null>;
}

const COLUMNS = ['Item', 'Quantity', 'Line Total', 'Actions'];

/**
 * The lines of a new delivery, edited in place. The explicit roles keep it a table for screen readers when its layout
 * is a grid.
 */
export function PadLines({ lines, itemsById, prices, problems, removable, sending, onChange, ref }: PadLinesProps) {
  const { removed, remove, undo } = removable;
  const nameOf = (line: PadLine) => itemsById.get(line.item)?.name ?? line.item;
  // The pressed Undo button disappears, so the focus moves to the Remove button of the restored line.
  const onUndo = () => {
    flushSync(undo);
    const row = ref.current?.tBodies[0]?.rows[removed?.index ?? 0];
    row?.querySelector<HTMLElement>('td > button:only-child')?.focus();
  };
  return (
    <>
      {lines.length > 0 ? (
        <Card flush className={styles.card}>
          <table ref={ref} className={styles.table} role="table" aria-label="Lines">
            <thead role="rowgroup">
              <tr role="row">
                {COLUMNS.map((header) => (
                  <th key={header} scope="col" role="columnheader">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {lines.map((line, index) => (
                <PadLineRow
                  key={String(index)}
                  line={line}
                  name={nameOf(line)}
                  price={prices[index] ?? null}
                  problem={problems[index] ?? null}
                  sending={sending}
                  onChange={(changed) => onChange(lines.with(index, changed))}
                  onRemove={() => remove(index)}
                />
              ))}
            </tbody>
          </table>
        </Card>
      ) : null}
      {removed ? (
        <FormPart sending={sending}>
          <RemovedNotice key={`${removed.index} ${lines.length}`} name={nameOf(removed.element)} onUndo={onUndo} />
        </FormPart>
      ) : null}
    </>
  );
}
