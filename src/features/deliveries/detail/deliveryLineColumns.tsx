import { itemLabel } from '../../../domain/names';
import { formatQuantity } from '../../../domain/quantity';
import type { LineView } from '../../../state/pending/pendingDeliveryViews';
import type { Column } from '../../../ui/tableColumns';
import { Money } from '../../../ui/Money';

/** The lines of a delivery, in the spec's columns (spec §2, Delivery detail). */
export const deliveryLineColumns: readonly Column<LineView>[] = [
  { key: 'item', header: 'Item', rowHeader: true, cell: (line) => itemLabel(line.item) },
  { key: 'packaging', header: 'Packaging', cell: (line) => line.packaging, phoneCell: () => null },
  {
    key: 'quantity',
    header: 'Qty',
    numeric: true,
    cell: (line) => formatQuantity(line.quantity),
    phoneCell: (line) => (
      <>
        {formatQuantity(line.quantity)} {line.packaging} at <Money amount={line.unitPrice} />
      </>
    ),
  },
  {
    key: 'unitPrice',
    header: 'Unit Price',
    numeric: true,
    cell: (line) => <Money amount={line.unitPrice} />,
    phoneCell: () => null,
  },
  {
    key: 'lineTotal',
    header: 'Line Total',
    numeric: true,
    cell: (line) => <Money amount={line.lineTotal} />,
    phone: 'figure',
  },
];
