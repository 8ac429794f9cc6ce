import { useSearchParams } from 'react-router';
import type { Box } from '../../contract/boxes';
import { screenMessages } from '../../domain/screenMessages';
import { paths } from '../../paths';
import { useBoxesRead, useLocationsRead } from '../../state/reads/listReads';
import { Card } from '../../ui/Card';
import { DataTable } from '../../ui/DataTable';
import type { Column } from '../../ui/tableColumns';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorText } from '../../ui/ErrorText';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { CachedAtNote } from '../../ui/CachedAtNote';
import { Skeleton } from '../../ui/Skeleton';

const COLUMNS: readonly Column<Box>[] = [
  { key: 'label', header: 'Label', rowHeader: true, cell: (box) => box.label },
  { key: 'size', header: 'Size', cell: (box) => box.size },
  { key: 'location', header: 'Location', cell: (box) => box.location.name },
];

/** Boxes (spec §2): of one location, or of all. */
export function BoxesScreen() {
  const [params] = useSearchParams();
  const locationId = params.get('location') ?? '';
  const { data: boxes, loading, error, savedAt, refreshing, retry } = useBoxesRead(locationId);
  const { data: locations } = useLocationsRead();
  const known = locations?.find((location) => location._id === locationId)?.name ?? boxes?.[0]?.location.name;
  const heading = locationId ? known || 'Boxes' : screenMessages.allLocations;
  return (
    <Page>
      <PageHeader title={heading} back={{ to: paths.locations(), label: 'Back to locations' }} />
      <CachedAtNote savedAt={savedAt} />
      {loading ? <Skeleton label="Loading boxes…" shape="table" rows={6} /> : null}
      {!boxes && error ? <ErrorText text="Failed to load boxes" onRetry={retry} retrying={refreshing} /> : null}
      {boxes?.length === 0 ? <EmptyState text={screenMessages.noBoxes} /> : null}
      {boxes && boxes.length > 0 ? (
        <Card flush>
          <DataTable caption={`Boxes of ${heading}`} columns={COLUMNS} rows={boxes} rowKey={(box) => box._id} />
        </Card>
      ) : null}
    </Page>
  );
}
