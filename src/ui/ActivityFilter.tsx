import { type CatalogueEntry, isActive } from '../domain/catalogue';
import styles from './ActivityFilter.module.css';
import { SelectField } from './SelectField';

/** The entries that a catalogue list shows to an admin. */
const ACTIVITIES = ['active', 'inactive', 'all'] as const;
export type Activity = (typeof ACTIVITIES)[number];

export function isShown(entry: CatalogueEntry, activity: Activity): boolean {
  return activity === 'all' || isActive(entry) === (activity === 'active');
}

const LABELS: Record<Activity, string> = { active: 'Active', inactive: 'Inactive', all: 'Active and inactive' };

/** Chooses whether a list shows active entries, inactive ones or both. */
export function ActivityFilter({ value, onChange }: { value: Activity; onChange: (value: Activity) => void }) {
  return (
    <div className={styles.activity}>
      <SelectField label="Show" value={value} onChange={(event) => onChange(event.target.value as Activity)}>
        {ACTIVITIES.map((activity) => (
          <option key={activity} value={activity}>
            {LABELS[activity]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
