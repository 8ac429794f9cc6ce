import { LINE_LENGTH_MAX } from '../../domain/constants';
import type { Address } from '../../domain/locationRules';
import { FieldRow } from '../../ui/Form';
import { TextField } from '../../ui/TextField';

/** The parts of an address (spec §3), any of which may stay empty. */
export function AddressFields({ address, onChange }: { address: Address; onChange: (address: Address) => void }) {
  const part = (name: keyof Address, label: string) => (
    <TextField
      label={label}
      value={address[name]}
      autoComplete="off"
      maxLength={LINE_LENGTH_MAX}
      onChange={(event) => onChange({ ...address, [name]: event.target.value })}
    />
  );
  return (
    <>
      {part('street', 'Street')}
      {part('city', 'City')}
      <FieldRow>
        {part('state', 'State')}
        {part('zip', 'Zip')}
      </FieldRow>
    </>
  );
}
