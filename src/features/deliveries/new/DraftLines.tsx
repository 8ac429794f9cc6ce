import type { Item } from '../../../contract/items';
import type { LineDraft } from '../../../domain/deliveryRules';
import { lineTotal, unitPrice } from '../../../domain/pricing';
import { formatQuantity } from '../../../domain/quantity';
import { Button } from '../../../ui/Button';
import { Card } from '../../../ui/Card';
import { type Column, DataTable } from '../../../ui/DataTable';
import { EmptyState } from '../../../ui/EmptyState';
import { FormPart } from '../../../ui/Form';
import { Money } from '../../../ui/Money';
import { RemovedNotice } from '../../../ui/RemovedNotice';
import type { Removable } from '../useRemovable';

interface DraftLinesProps {
  lines: readonly LineDraft[];
  itemsById: ReadonlyMap<string, Item>;
  removable: Removable<LineDraft>;
  sending: boolean;
  onUndo: () => void;
}

interface Row {
  index: number;
  line: LineDraft;
  name: string;
  price: number;
}

/** The lines of a new delivery, each with Remove, which can be taken back. */
export function DraftLines({ lines, itemsById, removable, sending, onUndo }: DraftLinesProps) {
  const { removed, remove } = removable;
  const nameOf = (line: LineDraft) => itemsById.get(line.item)?.name ?? line.item;
  const rows = lines.map((line, index): Row => {
    const item = itemsById.get(line.item);
    return { index, line, name: nameOf(line), price: item ? unitPrice(item, line.packaging) : 0 };
  });
  const columns: readonly Column<Row>[] = [
    { key: 'item', header: 'Item', rowHeader: true, cell: ({ name }) => name },
    {
      key: 'quantity',
      header: 'Quantity',
      numeric: true,
      cell: ({ line, price }) => (
        <>
          {formatQuantity(line.quantity)} {line.packaging} × <Money amount={price} />
        </>
      ),
    },
    {
      key: 'total',
      header: 'Line Total',
      numeric: true,
      cell: ({ line, price }) => <Money amount={lineTotal(line.quantity, price)} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      numeric: true,
      cell: ({ index }) => (
        <Button variant="quiet" disabled={sending} onClick={() => remove(index)}>
          Remove
        </Button>
      ),
    },
  ];
  return (
    <>
      <Card title="Lines" flush>
        {rows.length === 0 ? (
          <EmptyState text="Nothing added yet." />
        ) : (
          <DataTable caption="Lines" columns={columns} rows={rows} rowKey={({ index }) => String(index)} />
        )}
      </Card>
      {removed ? (
        <FormPart sending={sending}>
          <RemovedNotice key={`${removed.index} ${lines.length}`} name={nameOf(removed.one)} onUndo={onUndo} />
        </FormPart>
      ) : null}
    </>
  );
}
