import { useDeferredValue, useMemo, useState } from 'react';
import type { Item } from '../../contract/items';
import { isActive, isEditable } from '../../domain/catalogue';
import { findItems } from '../../domain/itemSearch';
import { paths } from '../../paths';
import { createdFirst, useCreated } from '../../state/drafts/created';
import { type Activity, ActivityFilter, isShown } from '../../ui/ActivityFilter';
import { Badge } from '../../ui/Badge';
import { Card } from '../../ui/Card';
import { CreatedNotice } from '../../ui/CreatedNotice';
import { DataTable } from '../../ui/DataTable';
import { SearchFieldWithCount } from '../../ui/SearchFieldWithCount';
import { ListFilters } from '../../ui/ListFilters';
import { Money } from '../../ui/Money';
import { NothingFound } from '../../ui/NothingFound';
import { RowLink } from '../../ui/RowLink';
import type { Column } from '../../ui/tableColumns';

const COLUMNS: readonly Column<Item>[] = [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: (item) =>
      isEditable(item) ? <RowLink to={paths.editEntry('items', item._id)}>{item.name}</RowLink> : item.name,
  },
  { key: 'sku', header: 'SKU', cell: (item) => item.sku || '–', phoneCell: (item) => item.sku },
  {
    key: 'packaging',
    header: 'Packaging',
    cell: (item) => item.packaging,
    phoneCell: (item) => (item.unitsPerPack > 1 ? `${item.packaging} · pack of ${item.unitsPerPack}` : item.packaging),
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
    cell: (item) => <Money amount={item.pricePerPack} />,
    // What is sold by the piece alone has no other price.
    phoneCell: (item) => <Money amount={item.pricePerPack ?? item.price} />,
    phone: 'figure',
  },
  {
    key: 'active',
    header: 'Active',
    cell: (item) => (item.active ? 'Yes' : <Badge>No</Badge>),
    phoneCell: (item) => (item.active ? null : 'not active'),
  },
];

/** The items with a search above them; an item that was just created is first. */
export function ItemsTable({ items }: { items: readonly Item[] }) {
  const created = useCreated();
  const [search, setSearch] = useState('');
  const [activity, setActivity] = useState<Activity>('all');
  const settled = useDeferredValue(search);
  const found = useMemo(() => {
    const shown = createdFirst(items, created).filter((item) => isShown(item, activity));
    return findItems(shown, settled);
  }, [items, created, activity, settled]);
  return (
    <>
      <CreatedNotice created={created} />
      <ListFilters>
        <SearchFieldWithCount
          label="Find by name or SKU"
          value={search}
          found={found.length}
          onChange={(event) => setSearch(event.target.value)}
        />
        {activity === 'all' && items.every(isActive) ? null : (
          <ActivityFilter value={activity} onChange={setActivity} />
        )}
      </ListFilters>
      {found.length > 0 ? (
        <Card flush>
          <DataTable
            caption="Items"
            columns={COLUMNS}
            rows={found}
            rowKey={(item) => item._id}
            markedKey={created?._id}
          />
        </Card>
      ) : (
        <NothingFound
          noun="item"
          searched="name or SKU"
          search={settled}
          onClearSearch={() => setSearch('')}
          activity={activity}
          onShowAll={() => setActivity('all')}
        />
      )}
    </>
  );
}
