import { localDay } from '../domain/dates';
import { screenMessages } from '../domain/screenMessages';
import { FIRST_FILTER_DAY, LAST_FILTER_DAY, lastDays, type SalesFilter } from '../domain/salesFilter';
import { PRESET_DAYS, presetOf } from '../domain/salesFilterText';
import styles from './FilterBar.module.css';
import { FilterSelect } from './FilterSelect';
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

function DayField({ onChange, ...field }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <TextField
      {...field}
      type="date"
      min={FIRST_FILTER_DAY}
      max={LAST_FILTER_DAY}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** From and To: the user's calendar days, both included; with presets beside them. */
export function RangeFields({ filter, onChange }: FieldProps) {
  return (
    <>
      <RangePresets filter={filter} onChange={onChange} />
      <DayField label="From" value={filter.from} onChange={(from) => onChange({ from })} />
      <DayField label="To" value={filter.to} onChange={(to) => onChange({ to })} />
    </>
  );
}

/** All locations, or one. */
export function LocationFilterField({
  filter,
  onChange,
  locations,
  allText,
}: FieldProps & { locations: readonly Choice[]; allText: string }) {
  return (
    <FilterSelect
      label="Location"
      value={filter.location}
      onChange={(location) => onChange({ location })}
      allText={allText}
      choices={locations}
    />
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
        <FilterSelect
          label="Rep"
          value={filter.rep}
          onChange={(rep) => onChange({ rep })}
          allText={screenMessages.allReps}
          choices={users.map(({ _id, name, roles }) => ({ _id, name: `${name} (${roles.join(', ')})` }))}
        />
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
