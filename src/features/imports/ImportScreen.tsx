import { useNavigate, useParams } from 'react-router';
import type { ImportKind } from '../../contract/imports';
import { paths } from '../../paths';
import { useConnectivity } from '../../state/device/connectivity';
import { Card } from '../../ui/Card';
import { Notice } from '../../ui/Notice';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { SelectField } from '../../ui/SelectField';
import { ImportSteps } from './ImportSteps';

const COLUMNS: Record<ImportKind, string> = {
  items: 'item_number, name, units_per_pack, price, price_per_pack. One of the two prices may be empty.',
  stores: 'store_number, name; it may have street, city, state, zip and boxes, such as S M L XL.',
};

/** Imports a CSV file of items or stores, after a preview of new, changed and refused rows. */
export function ImportScreen() {
  const { what } = useParams();
  const navigate = useNavigate();
  const kind: ImportKind = what === 'import-stores' ? 'stores' : 'items';
  const { online } = useConnectivity();
  const list = kind === 'items' ? { to: paths.items(), label: 'Items' } : { to: paths.locations(), label: 'Locations' };
  return (
    <Page narrow>
      <PageHeader title="Import" back={list} />
      <Card>
        <SelectField
          label="What the file holds"
          hint={`A CSV file in UTF-8. Its first line names the columns: ${COLUMNS[kind]}`}
          value={kind}
          onChange={(event) =>
            void navigate(paths.manage(event.target.value === 'stores' ? 'import-stores' : 'import'), { replace: true })
          }
        >
          <option value="items">Items</option>
          <option value="stores">Locations</option>
        </SelectField>
      </Card>
      <ImportSteps key={kind} kind={kind} list={list} online={online} />
      {/* Below everything else, so that nothing moves when the connection is lost. */}
      {online ? null : <Notice>An import needs a connection.</Notice>}
    </Page>
  );
}
