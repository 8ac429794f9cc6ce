import { SEARCH_DEBOUNCE_MS } from '../domain/constants';
import { screenMessages } from '../domain/screenMessages';
import type { SalesFilter } from '../domain/salesFilter';
import { DebouncedTextField } from './DebouncedTextField';
import styles from './FilterBar.module.css';
import { SelectField } from './SelectField';
import { TextField } from './TextField';

interface Choice {
  _id: string;
  name: string;
}

interface FieldProps {
  filter: SalesFilter;
  onChange: (changes: Partial<SalesFilter>) => void;
}

/** From and To: the user's calendar days, both included. */
export function RangeFields({ filter, onChange }: FieldProps) {
  return (
    <>
      <TextField
        label="From"
        type="date"
        value={filter.from}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField label="To" type="date" value={filter.to} onChange={(event) => onChange({ to: event.target.value })} />
    </>
  );
}

/** All locations, or one. A location that the list does not know (yet) stays chosen. */
export function LocationFilterField({
  filter,
  onChange,
  locations,
  allText,
}: FieldProps & { locations: readonly Choice[]; allText: string }) {
  const isKnown = filter.location === '' || locations.some((location) => location._id === filter.location);
  return (
    <SelectField
      label="Location"
      value={filter.location}
      onChange={(event) => onChange({ location: event.target.value })}
    >
      <option value="">{allText}</option>
      {isKnown ? null : <option value={filter.location}>…</option>}
      {locations.map((location) => (
        <option key={location._id} value={location._id}>
          {location.name}
        </option>
      ))}
    </SelectField>
  );
}

/** Rep by user, with name and roles, for admins; `users` is `null` for everybody else, who see 'All reps' (spec §6). */
export function RepFilterFields({
  filter,
  onChange,
  users,
}: FieldProps & { users: readonly (Choice & { roles: readonly string[] })[] | null }) {
  return (
    <>
      {users ? (
        <SelectField label="Rep" value={filter.rep} onChange={(event) => onChange({ rep: event.target.value })}>
          <option value="">{screenMessages.allReps}</option>
          {users.map((user) => (
            <option key={user._id} value={user._id}>
              {`${user.name} (${user.roles.join(', ')})`}
            </option>
          ))}
        </SelectField>
      ) : (
        <div className={styles.fixed}>
          <span className={styles.fixedLabel}>Rep</span>
          <span className={styles.fixedValue}>{screenMessages.allReps}</span>
        </div>
      )}
      <DebouncedTextField
        label="Rep name contains"
        value={filter.repName}
        onSettled={(repName) => onChange({ repName })}
        delayMs={SEARCH_DEBOUNCE_MS}
      />
    </>
  );
}
