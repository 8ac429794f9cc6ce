import { useState } from 'react';
import { Link } from 'react-router';
import { errorStatus } from '../../api/client/errors';
import type { Item } from '../../contract/items';
import { isActive, isEditable } from '../../domain/catalogue';
import { itemsLoadMessage } from '../../domain/itemRules';
import { screenMessages } from '../../domain/screenMessages';
import { paths } from '../../paths';
import { useConnectivity } from '../../state/device/connectivity';
import { useItemsRead } from '../../state/reads/listReads';
import { type Activity, ActivityFilter, isShown } from '../../ui/ActivityFilter';
import { Badge } from '../../ui/Badge';
import { ButtonLink } from '../../ui/ButtonLink';
import { Card } from '../../ui/Card';
import { type Column, DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorText } from '../../ui/ErrorText';
import { Money } from '../../ui/Money';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { CachedAtNote } from '../../ui/CachedAtNote';
import { Skeleton } from '../../ui/Skeleton';

const COLUMNS: readonly Column<Item>[] = [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: (item) => (isEditable(item) ? <Link to={paths.editEntry('items', item._id)}>{item.name}</Link> : item.name),
  },
  { key: 'sku', header: 'SKU', cell: (item) => item.sku || '–' },
  { key: 'packaging', header: 'Packaging', cell: (item) => item.packaging },
  { key: 'units', header: 'Units/Pack', numeric: true, cell: (item) => item.unitsPerPack },
  {
    key: 'price',
    header: 'Price/Pack',
    numeric: true,
    cell: (item) => (item.pricePerPack === null ? '–' : <Money amount={item.pricePerPack} />),
  },
  { key: 'active', header: 'Active', cell: (item) => (item.active ? 'Yes' : <Badge>No</Badge>) },
];

/** Items (spec §2): what can be delivered, in what packs and at what price. */
export function ItemsScreen() {
  const { data: items, loading, error, savedAt, refreshing, retry } = useItemsRead();
  const { online } = useConnectivity();
  const [activity, setActivity] = useState<Activity>('all');
  const status = errorStatus(error);
  const isEmpty = items ? items.length === 0 : error !== null && !online;
  const isFailure = status !== null || (error !== null && !items && online);
  return (
    <Page>
      <PageHeader
        title="Items"
        actions={
          <>
            {items && (isEmpty || items.some(isEditable)) ? (
              <ButtonLink to={paths.manage('import')}>Import</ButtonLink>
            ) : null}
            <ButtonLink variant="primary" to={paths.newItem()}>
              + New Item
            </ButtonLink>
          </>
        }
      />
      {isFailure ? <ErrorText text={itemsLoadMessage(status, online)} onRetry={retry} retrying={refreshing} /> : null}
      <CachedAtNote savedAt={savedAt} />
      {loading ? <Skeleton label="Loading items…" shape="table" rows={8} /> : null}
      {isEmpty ? <EmptyState text={online ? screenMessages.noItems : screenMessages.noCachedItems} /> : null}
      {items && !isEmpty && !items.every(isActive) ? <ActivityFilter value={activity} onChange={setActivity} /> : null}
      {items && !isEmpty ? (
        <Card flush>
          <DataTable
            caption="Items"
            columns={COLUMNS}
            rows={items.filter((item) => isShown(item, activity))}
            rowKey={(item) => item._id}
          />
        </Card>
      ) : null}
    </Page>
  );
}
