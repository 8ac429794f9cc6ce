import { errorMessageOr } from '../../api/client/errors';
import { catalogueApi } from '../../api/catalogueApi';
import { BOX_COUNT_MAX, BOX_COUNT_MIN, BOX_LABEL_PREFIX_LENGTH_MAX } from '../../domain/constants';
import { clampBoxCount } from '../../domain/locationRules';
import { screenMessages } from '../../domain/screenMessages';
import { paths } from '../../paths';
import { useConnectivity } from '../../state/device/connectivity';
import { useCreateForm } from '../../state/drafts/useCreateForm';
import { CreatePage } from '../../ui/CreatePage';
import { FieldRow } from '../../ui/Form';
import { useFormError } from '../../ui/FormError';
import { NameField } from '../../ui/NameField';
import { TextField } from '../../ui/TextField';
import { AddressFields } from './AddressFields';
import { BoxSizes } from './BoxSizes';
import {
  EMPTY_LOCATION_FORM,
  DRAFTED_LOCATION_FIELDS,
  labelPrefix,
  newLocationBody,
  newLocationErrors,
  shownSizes,
  typedBoxCount,
} from './newLocationForm';

/** New Location (spec §2): a store with its boxes. */
export function NewLocationScreen() {
  const { online } = useConnectivity();
  const [createLocation] = catalogueApi.useCreateLocationMutation();
  const [error, showError] = useFormError();
  const { form, change, errors, page } = useCreateForm({
    key: 'new location',
    empty: EMPTY_LOCATION_FORM,
    drafted: DRAFTED_LOCATION_FIELDS,
    validate: newLocationErrors,
    create: (form) => (writeId) => createLocation({ writeId, body: newLocationBody(form) }),
    errorMessage: (failure) => errorMessageOr(failure, screenMessages.locationCreateFailed),
    list: paths.locations(),
    done: 'Location created.',
    showError,
  });
  return (
    <CreatePage
      title="New Location"
      list={{ to: paths.locations(), label: 'Locations' }}
      action="Creating a location"
      online={online}
      error={error}
      {...page}
    >
      <NameField value={form.name} error={errors.name} onChange={(name) => change({ name })} />
      <AddressFields address={form.address} onChange={(address) => change({ address })} />
      <FieldRow>
        <TextField
          label="Box count"
          hint={`${BOX_COUNT_MIN} to ${BOX_COUNT_MAX}`}
          type="number"
          inputMode="numeric"
          min={BOX_COUNT_MIN}
          max={BOX_COUNT_MAX}
          value={form.boxCount}
          onChange={(event) => change({ boxCount: typedBoxCount(event.target.value) })}
          onBlur={() => change({ boxCount: String(clampBoxCount(Number(form.boxCount))) })}
        />
        <TextField
          label="Box label prefix"
          value={form.boxLabelPrefix}
          autoComplete="off"
          maxLength={BOX_LABEL_PREFIX_LENGTH_MAX}
          onChange={(event) => change({ boxLabelPrefix: event.target.value })}
        />
      </FieldRow>
      <BoxSizes
        prefix={labelPrefix(form)}
        sizes={shownSizes(form)}
        onChange={(index, size) => change({ sizes: form.sizes.with(index, size) })}
      />
    </CreatePage>
  );
}
