import type { Ref } from 'react';
import { isActive } from '../../../domain/catalogue';
import { LINE_LENGTH_MAX } from '../../../domain/constants';
import { repLabel } from '../../../domain/names';
import { screenMessages } from '../../../domain/screenMessages';
import { useLocationsRead } from '../../../state/reads/listReads';
import { Card } from '../../../ui/Card';
import type { FormFailure } from '../../../ui/FormError';
import { LocationsError } from '../../../ui/LocationsError';
import { NamedOptions } from '../../../ui/NamedOptions';
import { SelectField } from '../../../ui/SelectField';
import { TextField } from '../../../ui/TextField';
import { BoxSelect } from './BoxSelect';
import styles from './DeliveryLocationFields.module.css';
import type { DeliveryField, DeliveryPreset, NewDeliveryDraft } from './newDeliveryDraft';

interface DeliveryLocationFieldsProps {
  preset: DeliveryPreset;
  values: NewDeliveryDraft;
  onChange: (part: Partial<NewDeliveryDraft>) => void;
  /** The error of the form, which may be about one of these fields. */
  error: FormFailure<DeliveryField> | null;
  locationRef: Ref<HTMLSelectElement>;
  boxRef: Ref<HTMLSelectElement>;
}

/** A select of all locations, for a delivery without a given visit or box. */
function LocationSelect({ values, onChange, error, locationRef }: DeliveryLocationFieldsProps) {
  const read = useLocationsRead();
  const { data, loading } = read;
  const offered = data?.filter(isActive) ?? [];
  const isOffered = values.location === '' || offered.some(({ _id }) => _id === values.location);
  const known = data?.find(({ _id }) => _id === values.location);
  return (
    <>
      <LocationsError read={read} />
      <SelectField
        label="Location"
        ref={locationRef}
        value={values.location}
        error={data && !isOffered ? screenMessages.pickLocation : null}
        errorId={error?.field === 'location' ? error.id : undefined}
        onChange={(event) => onChange({ location: event.target.value, box: '' })}
      >
        <option value="">{loading ? 'Loading locations…' : 'Choose a location…'}</option>
        {isOffered ? null : <option value={values.location}>{screenMessages.notOffered(known?.name)}</option>}
        <NamedOptions records={offered} />
      </SelectField>
    </>
  );
}

/** Rep, location and box (spec §2). Values that the visit or the URL determines stand in one line, without a card. */
export function DeliveryLocationFields(props: DeliveryLocationFieldsProps) {
  const { preset, values, onChange, error, boxRef } = props;
  const { location, boxId, repName } = preset;
  const box = (
    <BoxSelect
      locationId={values.location}
      ref={boxRef}
      value={values.box}
      disabled={boxId !== null}
      labelHidden={boxId !== null}
      errorId={error?.field === 'box' ? error.id : undefined}
      onChange={(chosen) => onChange({ box: chosen })}
    />
  );
  const rep = (
    <TextField
      label="Rep name"
      labelHidden={repName !== null}
      hint={repName === null ? 'The delivery is recorded under your account.' : null}
      value={repName === null ? values.repName : repLabel(repName)}
      readOnly={repName !== null}
      maxLength={LINE_LENGTH_MAX}
      autoComplete="off"
      onChange={(event) => onChange({ repName: event.target.value })}
    />
  );
  return (
    <>
      {location ? (
        <div className={styles.preset}>
          <SelectField label="Location" labelHidden value={location._id} disabled>
            <NamedOptions records={[location]} />
          </SelectField>
          {boxId ? box : null}
          {repName === null ? null : rep}
        </div>
      ) : null}
      {location && boxId && repName !== null ? null : (
        <Card className={styles.open}>
          {location ? null : <LocationSelect {...props} />}
          {boxId && location ? null : box}
          {repName === null ? rep : null}
        </Card>
      )}
    </>
  );
}
