import { errorStatus } from '../../api/client/errors';
import type { Item } from '../../contract/items';
import { itemsLoadMessage } from '../../domain/itemRules';
import { screenMessages } from '../../domain/screenMessages';
import { paths } from '../../paths';
import { useConnectivity } from '../../state/device/connectivity';
import { useItemsRead } from '../../state/reads/listReads';
import { ButtonLink } from '../../ui/ButtonLink';
import { Card } from '../../ui/Card';
import { DataTable } from '../../ui/DataTable';
import type { Column } from '../../ui/tableColumns';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorText } from '../../ui/ErrorText';
import { Money } from '../../ui/Money';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { CachedAtNote } from '../../ui/CachedAtNote';
import { Skeleton } from '../../ui/Skeleton';

const COLUMNS: readonly Column<Item>[] = [
  { key: 'name', header: 'Name', rowHeader: true, cell: (item) => item.name },
  { key: 'sku', header: 'SKU', cell: (item) => item.sku || '–', phoneCell: (item) => item.sku },
  {
    key: 'packaging',
    header: 'Packaging',
    cell: (item) => item.packaging,
    phoneCell: (item) => (item.unitsPerPack > 1 ? `${item.packaging} of ${item.unitsPerPack}` : item.packaging),
  },
  {
    key: 'units',
    header: 'Units/Pack',
    numeric: true,
    cell: (item) => item.unitsPerPack,
    phoneCell: () => null,
  },
  {
    key: 'price',
    header: 'Price/Pack',
    numeric: true,
    cell: (item) => (item.pricePerPack === null ? '–' : <Money amount={item.pricePerPack} />),
    phone: 'figure',
  },
  {
    key: 'active',
    header: 'Active',
    cell: (item) => (item.active ? 'Yes' : 'No'),
    phoneCell: (item) => (item.active ? null : 'not active'),
  },
];

/** Items (spec §2): what can be delivered, in what packs and at what price. */
export function ItemsScreen() {
  const { data: items, loading, error, savedAt, refreshing, retry } = useItemsRead();
  const { online } = useConnectivity();
  const status = errorStatus(error);
  const isEmpty = items ? items.length === 0 : error !== null && !online;
  const isFailure = status !== null || (error !== null && !items && online);
  return (
    <Page>
      <PageHeader
        title="Items"
        actions={
          <ButtonLink variant="primary" to={paths.newItem()}>
            + New Item
          </ButtonLink>
        }
      />
      {isFailure ? <ErrorText text={itemsLoadMessage(status, online)} onRetry={retry} retrying={refreshing} /> : null}
      <CachedAtNote savedAt={savedAt} />
      {loading ? <Skeleton label="Loading items…" shape="table" rows={8} /> : null}
      {isEmpty ? <EmptyState text={online ? screenMessages.noItems : screenMessages.noCachedItems} /> : null}
      {items && !isEmpty ? (
        <Card flush>
          <DataTable caption="Items" columns={COLUMNS} rows={items} rowKey={(item) => item._id} />
        </Card>
      ) : null}
    </Page>
  );
}
