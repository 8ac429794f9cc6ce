import type { FormEvent } from 'react';
import { screenMessages } from '../../domain/screenMessages';
import type { EntrySummary } from '../../offline/entry';
import { useShowAlert } from '../../state/alerts/alerts';
import { useCorrection, useRefusedEntry } from '../../state/outbox/editRefusedEntry';
import { useLocationChoice } from '../../state/reads/useLocationChoice';
import { Button } from '../../ui/Button';
import { FormError, useFormError } from '../../ui/FormError';
import { FormActions } from '../../ui/Form';
import { LocationsError } from '../../ui/LocationsError';
import { NamedOptions } from '../../ui/NamedOptions';
import { SelectField } from '../../ui/SelectField';
import { useSingleFlight } from '../../ui/useSingleFlight';
import styles from './OutboxEntry.module.css';

/** Corrects a refused start of a visit: starts it at another location. */
export function MoveVisitForm({ entry, onClose }: { entry: EntrySummary; onClose: () => void }) {
  const correct = useCorrection(useRefusedEntry({ entryId: entry.id }, ({ editedOn }) => editedOn === 'outbox'));
  const showAlert = useShowAlert();
  const { location, choose, offered, read } = useLocationChoice(entry.locationId ?? '');
  const [error, setError] = useFormError();

  const [save, saving] = useSingleFlight(async () => {
    const corrected = await correct({ location }, setError);
    if (corrected === null) return false;
    if (corrected === 'notFound')
      showAlert('It can’t be changed any more: it is being sent, or was sent or discarded.', 'info');
    onClose();
    return true;
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (location) void save();
    else setError(screenMessages.pickLocation);
  };

  return (
    <form className={styles.move} onSubmit={onSubmit}>
      <LocationsError read={read} />
      <SelectField
        label="Location"
        value={location}
        onChange={({ target }) => {
          choose(target.value);
          setError(null);
        }}
      >
        <option value="">Choose a location…</option>
        <NamedOptions records={offered} />
      </SelectField>
      <FormError error={error} />
      <FormActions>
        <Button type="submit" variant="primary" busy={saving}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </FormActions>
    </form>
  );
}
