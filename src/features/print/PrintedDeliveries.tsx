import { boxOptionText } from '../../domain/boxes';
import { formatInstantFull } from '../../domain/dates';
import { deliveryDate } from '../../domain/deliveryRules';
import { itemLabel } from '../../domain/names';
import { formatQuantity } from '../../domain/quantity';
import { shownSum } from '../../domain/shownPrices';
import type { DeliveryView } from '../../state/pending/pendingDeliveryViews';
import { Money } from '../../ui/Money';
import { NotYetSent } from './NotYetSent';
import styles from './PrintSummary.module.css';

const COLUMNS = 5;

/** One delivery: its box and time, its lines, its total. A separate tbody, so that no page break splits it. */
function PrintedDelivery({ delivery }: { delivery: DeliveryView }) {
  return (
    <tbody role="rowgroup" className={styles.delivery}>
      <tr role="row">
        <th scope="rowgroup" role="rowheader" colSpan={COLUMNS} className={styles.deliveryHead}>
          {boxOptionText(delivery.box)} · {formatInstantFull(deliveryDate(delivery))}
          <NotYetSent pending={delivery.pending} what="This delivery, or its last change," />
        </th>
      </tr>
      {delivery.lines.map((line, index) => (
        <tr key={index} role="row" className={styles.line}>
          <td role="cell">{itemLabel(line.item)}</td>
          <td role="cell">{line.packaging}</td>
          <td role="cell" className={styles.number}>
            {formatQuantity(line.quantity)}
          </td>
          <td role="cell" className={styles.number}>
            <Money amount={line.unitPrice} />
          </td>
          <td role="cell" className={styles.number}>
            <Money amount={line.lineTotal} />
          </td>
        </tr>
      ))}
      <tr role="row" className={styles.deliveryTotal}>
        <td role="cell" colSpan={COLUMNS - 1}>
          Delivery total
        </td>
        <td role="cell" className={styles.number}>
          <Money amount={delivery.total} />
        </td>
      </tr>
    </tbody>
  );
}

interface PrintedDeliveriesProps {
  deliveries: readonly DeliveryView[];
  /** true: these are all deliveries of the visit, so there is a grand total. */
  areAll: boolean;
}

/**
 * The deliveries with their lines and totals, and the grand total under them (spec §2). The explicit roles keep it a
 * table for screen readers where a phone lays it out as a grid.
 */
export function PrintedDeliveries({ deliveries, areAll }: PrintedDeliveriesProps) {
  return (
    <div className={styles.scroll} role="region" aria-label="Deliveries of this visit" tabIndex={0}>
      <table role="table" className={styles.table}>
        <caption className={styles.caption}>Deliveries</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              Item
            </th>
            <th scope="col" role="columnheader">
              Packaging
            </th>
            <th scope="col" role="columnheader" className={styles.number}>
              Qty
            </th>
            <th scope="col" role="columnheader" className={styles.number}>
              Unit Price
            </th>
            <th scope="col" role="columnheader" className={styles.number}>
              Line Total
            </th>
          </tr>
        </thead>
        {deliveries.map((delivery) => (
          <PrintedDelivery key={delivery._id} delivery={delivery} />
        ))}
        {/* A tbody, because browsers print a tfoot at the bottom of every page. */}
        {areAll ? (
          <tbody role="rowgroup" className={styles.grand}>
            <tr role="row" className={styles.grandTotal}>
              <th scope="row" role="rowheader" colSpan={COLUMNS - 1}>
                Grand total
              </th>
              <td role="cell" className={styles.number}>
                <Money amount={shownSum(deliveries.map(({ total }) => total))} />
              </td>
            </tr>
          </tbody>
        ) : null}
      </table>
    </div>
  );
}
