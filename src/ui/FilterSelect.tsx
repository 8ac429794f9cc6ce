import { NamedOptions } from './NamedOptions';
import { SelectField } from './SelectField';

interface FilterSelectProps {
  label: string;
  /** The id of the chosen record; empty for all of them. */
  value: string;
  onChange: (id: string) => void;
  allText: string;
  choices: readonly { _id: string; name: string }[];
}

/** Filters by one record, or by none. A chosen record that is not among the choices (yet) stays chosen. */
export function FilterSelect({ label, value, onChange, allText, choices }: FilterSelectProps) {
  const isKnown = value === '' || choices.some(({ _id }) => _id === value);
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{allText}</option>
      {isKnown ? null : <option value={value}>…</option>}
      <NamedOptions records={choices} />
    </SelectField>
  );
}
