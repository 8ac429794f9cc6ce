import { useParams } from 'react-router';
import { catalogueApi } from '../../api/catalogueApi';
import { parseLocation } from '../../api/parsers/location';
import type { Location } from '../../contract/locations';
import { messages } from '../../domain/messages';
import { validateName } from '../../domain/names';
import { isAddress } from '../../domain/locationRules';
import { isActive } from '../../domain/catalogue';
import { paths } from '../../paths';
import { isText } from '../../state/drafts/draftedFields';
import { useEditForm } from '../../state/catalogue/useEditForm';
import { useConnectivity } from '../../state/device/connectivity';
import { useLocationsRead } from '../../state/reads/listReads';
import { ButtonLink } from '../../ui/ButtonLink';
import { Card } from '../../ui/Card';
import { EditablePage } from '../../ui/EditablePage';
import { EditPage } from '../../ui/EditPage';
import { FormActions } from '../../ui/Form';
import { useFormError } from '../../ui/FormError';
import { NameField } from '../../ui/NameField';
import { AddressFields } from './AddressFields';

const LIST = { to: paths.manage('locations'), label: 'Manage Locations' };

const formOf = ({ name, address }: Location) => ({ name, address });

function EditLocationForm({ location, version }: { location: Location; version: number }) {
  const { online } = useConnectivity();
  const [updateLocation] = catalogueApi.useUpdateLocationMutation();
  const [error, showError] = useFormError();
  const id = location._id;
  const { form, change, errors, page } = useEditForm({
    key: `edit location ${id}`,
    drafted: { name: isText, address: isAddress },
    listed: formOf(location),
    version,
    validate: ({ name }) => ({ name: validateName(name) }),
    save: ({ name, address }, ifMatch) => updateLocation({ id, ifMatch, body: { name: name.trim(), address } }),
    setActive: (active, ifMatch) => updateLocation({ id, ifMatch, body: { active } }),
    formOf: (current) => formOf(parseLocation(current)),
    list: LIST.to,
    showError,
  });
  return (
    <EditPage
      title="Edit Location"
      list={LIST}
      name={location.name}
      noun="location"
      active={isActive(location)}
      consequence="Reps can no longer start a visit there. A visit that is open can still be submitted."
      online={online}
      error={error}
      {...page}
      more={
        <Card title="Boxes">
          <p>Each box has its own label and size, and can be deactivated by itself.</p>
          <FormActions>
            <ButtonLink to={paths.boxes(id)}>View Boxes</ButtonLink>
          </FormActions>
        </Card>
      }
    >
      <NameField value={form.name} error={errors.name} onChange={(name) => change({ name })} />
      <AddressFields address={form.address} onChange={(address) => change({ address })} />
    </EditPage>
  );
}

/** Edits and deactivates a location. Not part of the spec; available if the server has versions of locations. */
export function EditLocationScreen() {
  const { id = '' } = useParams();
  const locations = useLocationsRead();
  return (
    <EditablePage title="Edit Location" list={LIST} of={locations} id={id} failure={messages.locationsFailed}>
      {(location, version) => <EditLocationForm location={location} version={version} />}
    </EditablePage>
  );
}
