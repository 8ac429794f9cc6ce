import type { ReactNode } from 'react';
import type { Delivery, PageInfo } from '../../../contract/deliveries';
import { screenMessages } from '../../../domain/screenMessages';
import { sumDollars } from '../../../domain/money';
import { positionOf } from '../../../state/url/pageParams';
import { Card } from '../../../ui/Card';
import { DataTable } from '../../../ui/DataTable';
import { EmptyState } from '../../../ui/EmptyState';
import { Money } from '../../../ui/Money';
import { Pager } from '../../../ui/Pager';
import { deliveryColumns } from './deliveryColumns';
import styles from './DeliveriesPage.module.css';
import { useGroups } from './useGroups';

interface DeliveriesPageProps {
  deliveries: readonly Delivery[];
  pageInfo: PageInfo;
  /** true while a response is awaited. These rows stay until then. */
  busy: boolean;
  /** true: these rows are those of the previous page or filter. */
  outdated: boolean;
  onPage: (page: number) => void;
  /** The action in an empty list. */
  emptyAction: ReactNode;
}

/** One page of the list: its total, its rows by visit, its position in the list, and links to other pages. */
export function DeliveriesPage({ deliveries, pageInfo, busy, outdated, onPage, emptyAction }: DeliveriesPageProps) {
  const { total, hasMore } = pageInfo;
  const { page, isBeyond } = positionOf(pageInfo, deliveries.length);
  const groups = useGroups(deliveries);
  const turnTo = (next: number) => {
    document.documentElement.scrollTop = 0;
    onPage(next);
  };
  return (
    <div className={styles.page} aria-busy={busy}>
      <p className={styles.summary}>
        {outdated ? (
          'Loading deliveries…'
        ) : (
          <span>
            Total on page: <Money amount={sumDollars(deliveries.map((delivery) => delivery.total))} />
          </span>
        )}
      </p>
      {deliveries.length > 0 ? (
        <Card flush>
          <DataTable
            caption="Deliveries by visit"
            columns={deliveryColumns}
            rows={groups}
            rowKey={(group) => group.key}
          />
        </Card>
      ) : (
        <EmptyState
          text={isBeyond ? screenMessages.noSuchPage : screenMessages.noDeliveries}
          action={isBeyond ? null : emptyAction}
        />
      )}
      <Pager
        page={page}
        hasMore={hasMore}
        busy={outdated}
        count={outdated ? '' : `Showing ${deliveries.length} of ${total} results`}
        onPage={turnTo}
      />
    </div>
  );
}
