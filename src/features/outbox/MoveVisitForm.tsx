import { type FormEvent, useState } from 'react';
import { messages } from '../../domain/messages';
import type { EntryHead } from '../../offline/types';
import { useOutboxActions } from '../../state/outbox';
import { useLocationsRead } from '../../state/reads';
import { Button } from '../../ui/Button';
import { ErrorText } from '../../ui/ErrorText';
import { SelectField } from '../../ui/SelectField';
import styles from './OutboxEntry.module.css';

/** Mends a visit that the server would not start: at another location. */
export function MoveVisitForm({ entry, onClose }: { entry: EntryHead; onClose: () => void }) {
  const { data: locations } = useLocationsRead();
  const { mend } = useOutboxActions();
  const [location, setLocation] = useState(entry.locationId ?? '');
  const [error, setError] = useState<string | null>(null);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!location) return setError(messages.pickLocation);
    const mended = await mend(entry.id, { location });
    if (mended === 'notSaved') return setError(messages.couldNotSave);
    onClose();
  };

  return (
    <form className={styles.move} onSubmit={(event) => void save(event)}>
      <SelectField label="Location" value={location} onChange={(event) => setLocation(event.target.value)}>
        <option value="">Choose a location…</option>
        {locations?.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
      {error ? <ErrorText text={error} /> : null}
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
