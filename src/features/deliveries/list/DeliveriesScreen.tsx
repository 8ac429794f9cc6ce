import type { Delivery } from '../../../contract/deliveries';
import { salesQuery, validateRange } from '../../../domain/salesFilter';
import { paths } from '../../../paths';
import { useDeliveryPageRead } from '../../../state/deliveries/deliveryReads';
import { usePageParams } from '../../../state/url/pageParams';
import { useSalesFilterParams } from '../../../state/url/salesFilterParams';
import { Button } from '../../../ui/Button';
import { ButtonLink } from '../../../ui/ButtonLink';
import { Page } from '../../../ui/Page';
import { PageHeader } from '../../../ui/PageHeader';
import { PagerOnError } from '../../../ui/PagerOnError';
import { CachedAtNote } from '../../../ui/CachedAtNote';
import { Skeleton } from '../../../ui/Skeleton';
import { usePreviousData } from '../../../ui/usePreviousData';
import { DeliveriesFilters } from './DeliveriesFilters';
import { DeliveriesListError } from './DeliveriesListError';
import { DeliveriesPage } from './DeliveriesPage';
import { WaitingDeliveries } from './WaitingDeliveries';

const NONE: Delivery[] = [];

/** Deliveries list (spec §2): filtered pages of deliveries, one row per visit. Pages and counts are of deliveries. */
export function DeliveriesScreen() {
  const { filter, change, clear } = useSalesFilterParams();
  const { page, limit, goTo, resize } = usePageParams();
  const read = useDeliveryPageRead({ ...salesQuery(filter), page, limit });
  const { loading, refreshing, error, savedAt, retry } = read;
  const isFiltered = Object.values(filter).some(Boolean);
  const shown = usePreviousData(read.data, loading);
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
      <WaitingDeliveries sent={shown?.data ?? NONE} />
      <CachedAtNote savedAt={savedAt} />
      {error && !shown ? (
        <>
          <DeliveriesListError failure={error} onRetry={retry} retrying={refreshing} />
          <PagerOnError page={page} onPage={goTo} />
        </>
      ) : null}
      {loading && !shown ? <Skeleton label="Loading deliveries…" shape="table" rows={8} /> : null}
      {shown ? (
        <DeliveriesPage
          deliveries={shown.data}
          pageInfo={{ ...shown.pageInfo, page }}
          busy={refreshing}
          outdated={read.data === undefined}
          onPage={goTo}
          emptyAction={
            isFiltered ? (
              <Button onClick={clear}>Show all deliveries</Button>
            ) : (
              <ButtonLink to={paths.locations()}>Go to locations</ButtonLink>
            )
          }
        />
      ) : null}
    </Page>
  );
}
