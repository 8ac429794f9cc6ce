import { LINE_LENGTH_MAX } from '../domain/constants';
import { TextField } from './TextField';

interface NameFieldProps {
  /** 'Label' for a box. */
  label?: 'Name' | 'Label';
  value: string;
  error: string | null | undefined;
  onChange: (text: string) => void;
}

/** The name of an item, a location, a box or a user: one required line. */
export function NameField({ label = 'Name', value, error, onChange }: NameFieldProps) {
  return (
    <TextField
      label={label}
      maxLength={LINE_LENGTH_MAX}
      value={value}
      error={error}
      autoComplete="off"
      required
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
