import type { DeliveryLine } from '../../../contract/deliveries';
import { itemLabel } from '../../../domain/names';
import { formatQuantity } from '../../../domain/quantity';
import type { Column } from '../../../ui/DataTable';
import { Money } from '../../../ui/Money';

/** The lines of a delivery, in the spec's columns (spec §2, Delivery detail). */
export const deliveryLineColumns: readonly Column<DeliveryLine>[] = [
  { key: 'item', header: 'Item', rowHeader: true, cell: (line) => itemLabel(line.item) },
  { key: 'packaging', header: 'Packaging', cell: (line) => line.packaging },
  { key: 'quantity', header: 'Qty', numeric: true, cell: (line) => formatQuantity(line.quantity) },
  { key: 'unitPrice', header: 'Unit Price', numeric: true, cell: (line) => <Money amount={line.unitPrice} /> },
  { key: 'lineTotal', header: 'Line Total', numeric: true, cell: (line) => <Money amount={line.lineTotal} /> },
];
