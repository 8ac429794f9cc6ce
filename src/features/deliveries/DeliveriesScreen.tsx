import { useListDeliveriesQuery } from '../../api/deliveriesApi';
import type { Delivery } from '../../contract/deliveries';
import { tradeQuery, validateRange } from '../../domain/tradeFilter';
import { usePageParams } from '../../state/pageParams';
import { useTradeFilterParams } from '../../state/tradeFilterParams';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { Skeleton } from '../../ui/Skeleton';
import { DeliveriesFilters } from './DeliveriesFilters';
import { DeliveriesListError } from './DeliveriesListError';
import { DeliveriesPage } from './DeliveriesPage';
import { WaitingDeliveries } from './WaitingDeliveries';

const NONE: Delivery[] = [];

/** Deliveries list (spec §2): filtered pages of deliveries, one row per visit. Pages and counts are of deliveries. */
export function DeliveriesScreen() {
  const { filter, change, clear } = useTradeFilterParams();
  const { page, limit, goTo, resize } = usePageParams();
  const { data, isFetching, isError, error, refetch } = useListDeliveriesQuery({ ...tradeQuery(filter), page, limit });
  return (
    <Page>
      <PageHeader title="Deliveries" />
      <DeliveriesFilters
        filter={filter}
        limit={limit}
        rangeError={validateRange(filter)}
        onChange={change}
        onResize={resize}
        onClear={clear}
      />
      <WaitingDeliveries sent={data?.data ?? NONE} />
      {isError ? <DeliveriesListError error={error} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {!data && !isError ? <Skeleton label="Loading deliveries…" rows={8} /> : null}
      {!isError && data ? (
        <DeliveriesPage deliveries={data.data} pageInfo={{ ...data.pageInfo, page }} busy={isFetching} onPage={goTo} />
      ) : null}
    </Page>
  );
}
