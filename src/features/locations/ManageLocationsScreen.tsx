import { useState } from 'react';
import type { Location } from '../../contract/locations';
import { isActive, isEditable } from '../../domain/catalogue';
import { formatAddress } from '../../domain/locationRules';
import { messages } from '../../domain/messages';
import { paths } from '../../paths';
import { useLocationsRead } from '../../state/reads/listReads';
import { type Activity, ActivityFilter, isShown } from '../../ui/ActivityFilter';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { ButtonLink } from '../../ui/ButtonLink';
import { CachedAtNote } from '../../ui/CachedAtNote';
import { Card } from '../../ui/Card';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorText } from '../../ui/ErrorText';
import { ListFilters } from '../../ui/ListFilters';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { RowLink } from '../../ui/RowLink';
import { SearchFieldWithCount } from '../../ui/SearchFieldWithCount';
import { Skeleton } from '../../ui/Skeleton';
import type { Column } from '../../ui/tableColumns';
import { usePreviousData } from '../../ui/usePreviousData';
import { useLocationSearch } from './useLocationSearch';

const COLUMNS: readonly Column<Location>[] = [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: (location) => (
      <>
        {isEditable(location) ? (
          <RowLink to={paths.editEntry('locations', location._id)}>{location.name}</RowLink>
        ) : (
          location.name
        )}{' '}
        {isActive(location) ? null : <Badge>Inactive</Badge>}
      </>
    ),
  },
  { key: 'address', header: 'Address', cell: (location) => formatAddress(location.address) || '–' },
];

/** All locations for admins, inactive ones too, with a search, links to edit them and to the import. */
export function ManageLocationsScreen() {
  const { typed, setTyped, search } = useLocationSearch();
  const { data, loading, error, savedAt, refreshing, retry } = useLocationsRead(search);
  const [activity, setActivity] = useState<Activity>('all');
  const all = usePreviousData(data, loading);
  const locations = all?.filter((location) => isShown(location, activity));
  return (
    <Page>
      <PageHeader
        title="Manage Locations"
        back={{ to: paths.locations(), label: 'Locations' }}
        actions={
          <>
            <ButtonLink to={paths.manage('import-stores')}>Import</ButtonLink>
            <ButtonLink variant="primary" to={paths.newLocation()}>
              + New Location
            </ButtonLink>
          </>
        }
      />
      <CachedAtNote savedAt={savedAt} />
      {all ? (
        <ListFilters>
          <SearchFieldWithCount
            label="Search by name or address"
            value={typed}
            found={locations?.length ?? 0}
            onChange={(event) => setTyped(event.target.value)}
          />
          <ActivityFilter value={activity} onChange={setActivity} />
        </ListFilters>
      ) : null}
      {!all && loading ? <Skeleton label="Loading locations…" shape="table" rows={8} /> : null}
      {!all && error ? <ErrorText text={messages.locationsFailed} onRetry={retry} retrying={refreshing} /> : null}
      {locations?.length === 0 ? (
        <EmptyState
          text={messages.noLocations}
          action={search ? <Button onClick={() => setTyped('')}>Clear search</Button> : null}
        />
      ) : null}
      {locations && locations.length > 0 ? (
        <Card flush>
          <DataTable caption="Locations" columns={COLUMNS} rows={locations} rowKey={({ _id }) => _id} />
        </Card>
      ) : null}
    </Page>
  );
}
