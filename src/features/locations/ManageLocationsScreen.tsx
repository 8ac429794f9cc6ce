import { useState } from 'react';
import type { Location } from '../../contract/locations';
import { isActive, isEditable } from '../../domain/catalogue';
import { formatAddress } from '../../domain/locationRules';
import { messages } from '../../domain/messages';
import { paths } from '../../paths';
import { useLocationsRead } from '../../state/reads/listReads';
import { type Activity, ActivityFilter, isShown } from '../../ui/ActivityFilter';
import { Badge } from '../../ui/Badge';
import { ButtonLink } from '../../ui/ButtonLink';
import { CachedAtNote } from '../../ui/CachedAtNote';
import { Card } from '../../ui/Card';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorText } from '../../ui/ErrorText';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { RowLink } from '../../ui/RowLink';
import { Skeleton } from '../../ui/Skeleton';
import type { Column } from '../../ui/tableColumns';

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

/** All locations for admins, inactive ones too, with links to edit them and to the import. */
export function ManageLocationsScreen() {
  const { data, loading, error, savedAt, refreshing, retry } = useLocationsRead();
  const [activity, setActivity] = useState<Activity>('all');
  const locations = data?.filter((location) => isShown(location, activity));
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
      {loading ? <Skeleton label="Loading locations…" shape="table" rows={8} /> : null}
      {!data && error ? <ErrorText text={messages.locationsFailed} onRetry={retry} retrying={refreshing} /> : null}
      {data ? <ActivityFilter value={activity} onChange={setActivity} /> : null}
      {locations?.length === 0 ? <EmptyState text={messages.noLocations} /> : null}
      {locations && locations.length > 0 ? (
        <Card flush>
          <DataTable caption="Locations" columns={COLUMNS} rows={locations} rowKey={({ _id }) => _id} />
        </Card>
      ) : null}
    </Page>
  );
}
