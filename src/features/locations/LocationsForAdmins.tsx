import { useState } from 'react';
import { Link } from 'react-router';
import type { Location } from '../../contract/locations';
import { isActive, isEditable } from '../../domain/catalogue';
import { formatAddress } from '../../domain/locationRules';
import { pluralize } from '../../domain/wholeNumbers';
import { paths } from '../../paths';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { ButtonLink } from '../../ui/ButtonLink';
import { Card } from '../../ui/Card';
import { DataTable } from '../../ui/DataTable';
import type { Column } from '../../ui/tableColumns';
import { FormActions } from '../../ui/Form';

const COLUMNS: readonly Column<Location>[] = [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: (location) => (
      <>
        <Link to={paths.editEntry('locations', location._id)}>{location.name}</Link> <Badge>Inactive</Badge>
      </>
    ),
  },
  { key: 'address', header: 'Address', cell: (location) => formatAddress(location.address) || '–' },
];

/** Below the list, for admins: the import, and on demand the inactive locations, which no visit can start at. */
export function LocationsForAdmins({ locations }: { locations: readonly Location[] }) {
  const [shown, setShown] = useState(false);
  const inactive = locations.filter((location) => !isActive(location));
  return (
    <>
      <FormActions>
        {inactive.length > 0 ? (
          <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'} {pluralize(inactive.length, 'inactive location')}
          </Button>
        ) : null}
        {locations.some(isEditable) ? (
          <ButtonLink to={paths.importFile({ kind: 'stores' })}>Import locations</ButtonLink>
        ) : null}
      </FormActions>
      {shown ? (
        <Card flush>
          <DataTable caption="Inactive locations" columns={COLUMNS} rows={inactive} rowKey={({ _id }) => _id} />
        </Card>
      ) : null}
    </>
  );
}
