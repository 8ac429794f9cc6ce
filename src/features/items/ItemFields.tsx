import { SKU_LENGTH_MAX, UNITS_PER_PACK_MIN } from '../../domain/constants';
import { PACKAGINGS, type Packaging } from '../../domain/packaging';
import { FieldRow } from '../../ui/Form';
import { NameField } from '../../ui/NameField';
import { SelectField } from '../../ui/SelectField';
import { TextField } from '../../ui/TextField';
import type { ItemForm } from './itemForms';

interface ItemFieldsProps {
  form: ItemForm;
  errors: Partial<Record<keyof ItemForm, string | null>>;
  change: (changes: Partial<ItemForm>) => void;
}

export function ItemNameFields({ form, errors, change }: ItemFieldsProps) {
  return (
    <>
      <NameField value={form.name} error={errors.name} onChange={(name) => change({ name })} />
      <FieldRow>
        <TextField
          label="SKU"
          maxLength={SKU_LENGTH_MAX}
          value={form.sku}
          autoComplete="off"
          onChange={(event) => change({ sku: event.target.value })}
        />
        <SelectField
          label="Packaging"
          value={form.packaging}
          onChange={(event) => change({ packaging: event.target.value as Packaging })}
        >
          {PACKAGINGS.map((packaging) => (
            <option key={packaging}>{packaging}</option>
          ))}
        </SelectField>
      </FieldRow>
    </>
  );
}

export function UnitsField({ form, errors, change }: ItemFieldsProps) {
  return (
    <TextField
      label="Units per pack"
      type="number"
      inputMode="numeric"
      min={UNITS_PER_PACK_MIN}
      step={1}
      value={form.unitsPerPack}
      error={errors.unitsPerPack}
      onChange={(event) => change({ unitsPerPack: event.target.value })}
    />
  );
}
