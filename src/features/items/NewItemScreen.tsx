import { errorMessage } from '../../api/client/errors';
import { useCreateItemMutation } from '../../api/itemsApi';
import { LINE_LENGTH_MAX, PRICE_STEP_DOLLARS, SKU_LENGTH_MAX, UNITS_PER_PACK_MIN } from '../../domain/constants';
import { PACKAGINGS, type Packaging } from '../../domain/packaging';
import { paths } from '../../paths';
import { useConnectivity } from '../../state/device/connectivity';
import { useCreateForm } from '../../state/drafts/useFormWithDraft';
import { CreatePage } from '../../ui/CreatePage';
import { Checkbox } from '../../ui/Checkbox';
import { FieldRow } from '../../ui/Form';
import { useFormError } from '../../ui/FormError';
import { SelectField } from '../../ui/SelectField';
import { TextField } from '../../ui/TextField';
import { EMPTY_ITEM_FORM, KEPT_ITEM_FIELDS, newItemBody, newItemErrors } from './newItemForm';

/** New Item (spec §2): on success back to the items. */
export function NewItemScreen() {
  const { online } = useConnectivity();
  const [createItem] = useCreateItemMutation();
  const [error, showError] = useFormError();
  const { form, change, errors, page } = useCreateForm({
    key: 'new item',
    empty: EMPTY_ITEM_FORM,
    drafted: KEPT_ITEM_FIELDS,
    validate: newItemErrors,
    create: (form) => (writeId) => createItem({ writeId, body: newItemBody(form) }),
    errorMessage,
    list: paths.items(),
    done: 'Item created.',
    showError,
  });
  return (
    <CreatePage
      title="New Item"
      list={{ to: paths.items(), label: 'Items' }}
      action="Creating an item"
      online={online}
      error={error}
      {...page}
    >
      <TextField
        label="Name"
        maxLength={LINE_LENGTH_MAX}
        value={form.name}
        error={errors.name}
        autoComplete="off"
        required
        onChange={(event) => change({ name: event.target.value })}
      />
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
      <FieldRow>
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
        <TextField
          label="Price per pack"
          hint="In dollars"
          type="number"
          inputMode="decimal"
          min={0}
          step={PRICE_STEP_DOLLARS}
          value={form.pricePerPack}
          error={errors.pricePerPack}
          onChange={(event) => change({ pricePerPack: event.target.value })}
        />
      </FieldRow>
      <Checkbox label="Active" checked={form.active} onChange={(event) => change({ active: event.target.checked })} />
    </CreatePage>
  );
}
