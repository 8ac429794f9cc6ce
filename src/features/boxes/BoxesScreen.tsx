import { useDeferredValue, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Box } from '../../contract/boxes';
import { isActive, isEditable } from '../../domain/catalogue';
import { may } from '../../domain/roles';
import { screenMessages } from '../../domain/screenMessages';
import { hasEveryWord } from '../../domain/search';
import { paths } from '../../paths';
import { useBoxesRead, useLocationsRead } from '../../state/reads/listReads';
import { useUser } from '../../state/session/session';
import { type Activity, ActivityFilter, isShown } from '../../ui/ActivityFilter';
import { Badge } from '../../ui/Badge';
import { ButtonLink } from '../../ui/ButtonLink';
import { Card } from '../../ui/Card';
import { DataTable } from '../../ui/DataTable';
import type { Column } from '../../ui/tableColumns';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorText } from '../../ui/ErrorText';
import { ListFilters } from '../../ui/ListFilters';
import { NothingFound } from '../../ui/NothingFound';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { CachedAtNote } from '../../ui/CachedAtNote';
import { SearchFieldWithCount } from '../../ui/SearchFieldWithCount';
import { Skeleton } from '../../ui/Skeleton';

/** The label of a box, a link to its edit page for users who may edit it, with a mark if it is inactive. */
function BoxLabel({ box }: { box: Box }) {
  const isOffered = may(useUser(), 'manageCatalogue') && isEditable(box);
  return (
    <>
      {isOffered ? <Link to={paths.editEntry('boxes', box._id)}>{box.label}</Link> : box.label}{' '}
      {isActive(box) ? null : <Badge>Inactive</Badge>}
    </>
  );
}

const COLUMNS: readonly Column<Box>[] = [
  { key: 'label', header: 'Label', rowHeader: true, cell: (box) => <BoxLabel box={box} /> },
  { key: 'size', header: 'Size', cell: (box) => box.size },
  { key: 'location', header: 'Location', cell: (box) => box.location.name },
];

const USUAL_ACTIVITY: Activity = 'active';

/** Boxes (spec §2): of one location, or of all, with a search. */
export function BoxesScreen() {
  const [params] = useSearchParams();
  const locationId = params.get('location') ?? '';
  const { data: all, loading, error, savedAt, refreshing, retry } = useBoxesRead(locationId);
  const { data: locations } = useLocationsRead();
  const mayManage = may(useUser(), 'manageCatalogue');
  const [activity, setActivity] = useState(USUAL_ACTIVITY);
  const [search, setSearch] = useState('');
  const inactiveLocations = new Set(locations?.filter((location) => !isActive(location)).map(({ _id }) => _id));
  // The boxes of an inactive location are only in the list of that location.
  const listed = locationId ? all : all?.filter((box) => !inactiveLocations.has(box.location._id));
  const boxes = listed?.filter((box) => isShown(box, mayManage ? activity : 'active'));
  // The field shows each key at once; a table of a thousand boxes follows.
  const wanted = useDeferredValue(locationId ? '' : search);
  const found = boxes?.filter(({ label, location }) => hasEveryWord(`${label} ${location.name}`, wanted));
  const hasSearch = !locationId && listed !== undefined && listed.length > 0;
  const hasActivity = mayManage && listed !== undefined && (activity !== USUAL_ACTIVITY || !listed.every(isActive));
  const known = locations?.find((location) => location._id === locationId)?.name ?? boxes?.[0]?.location.name;
  const heading = locationId ? known || 'Boxes' : screenMessages.allLocations;
  return (
    <Page>
      <PageHeader
        title={heading}
        back={{ to: paths.locations(), label: 'Back to locations' }}
        actions={
          mayManage && locations?.some(isEditable) ? (
            <ButtonLink to={paths.manage('locations')}>Manage locations</ButtonLink>
          ) : null
        }
      />
      <CachedAtNote savedAt={savedAt} />
      {loading ? <Skeleton label="Loading boxes…" shape="table" rows={6} /> : null}
      {!boxes && error ? <ErrorText text={screenMessages.boxesFailed} onRetry={retry} retrying={refreshing} /> : null}
      {hasSearch || hasActivity ? (
        <ListFilters>
          {hasSearch ? (
            <SearchFieldWithCount
              label="Find by label or location"
              value={search}
              found={found?.length ?? 0}
              onChange={(event) => setSearch(event.target.value)}
            />
          ) : null}
          {hasActivity ? <ActivityFilter value={activity} onChange={setActivity} /> : null}
        </ListFilters>
      ) : null}
      {boxes?.length === 0 && !hasActivity ? <EmptyState text={screenMessages.noBoxes} /> : null}
      {found?.length === 0 && (hasActivity || boxes?.length !== 0) ? (
        <NothingFound
          noun="box"
          searched="label or location"
          search={wanted}
          onClearSearch={() => setSearch('')}
          activity={hasActivity ? activity : 'all'}
          onShowAll={() => setActivity('all')}
        />
      ) : null}
      {found && found.length > 0 ? (
        <Card flush>
          <DataTable caption={`Boxes of ${heading}`} columns={COLUMNS} rows={found} rowKey={(box) => box._id} />
        </Card>
      ) : null}
    </Page>
  );
}
