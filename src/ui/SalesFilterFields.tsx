import { localDay } from '../domain/dates';
import { screenMessages } from '../domain/screenMessages';
import { lastDays, type SalesFilter } from '../domain/salesFilter';
import { PRESET_DAYS, presetOf } from '../domain/salesFilterText';
import styles from './FilterBar.module.css';
import { SelectField } from './SelectField';
import { TextField } from './TextField';
import { useNow } from './useNow';
import type { SettledText } from './useSettledText';

interface Choice {
  _id: string;
  name: string;
}

interface FieldProps {
  filter: SalesFilter;
  onChange: (changes: Partial<SalesFilter>) => void;
}

/** Buttons for the last 7, 30 or 90 days. */
function RangePresets({ filter, onChange }: FieldProps) {
  const today = localDay(useNow());
  const chosen = presetOf(filter, today);
  return (
    <fieldset className={styles.presets}>
      <legend>Last days</legend>
      {PRESET_DAYS.map((days) => (
        <button
          key={days}
          type="button"
          aria-label={`Last ${days} days`}
          aria-pressed={days === chosen}
          onClick={() => onChange(lastDays(days, today))}
        >
          {days}
        </button>
      ))}
    </fieldset>
  );
}

/** From and To: the user's calendar days, both included; with presets beside them. */
export function RangeFields({ filter, onChange }: FieldProps) {
  return (
    <>
      <RangePresets filter={filter} onChange={onChange} />
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

/** All locations, or one. A chosen location that is not in the list (yet) stays chosen. */
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
  repName,
}: FieldProps & { users: readonly (Choice & { roles: readonly string[] })[] | null; repName: SettledText }) {
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
      <TextField
        label="Rep name contains"
        type="search"
        autoComplete="off"
        value={repName.typed}
        onChange={(event) => repName.type(event.target.value)}
      />
    </>
  );
}
