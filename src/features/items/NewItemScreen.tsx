import { errorMessage } from '../../api/client/errors';
import { catalogueApi } from '../../api/catalogueApi';
import { PRICE_STEP_DOLLARS } from '../../domain/constants';
import { paths } from '../../paths';
import { useConnectivity } from '../../state/device/connectivity';
import { useCreateForm } from '../../state/drafts/useCreateForm';
import { CreatePage } from '../../ui/CreatePage';
import { Checkbox } from '../../ui/Checkbox';
import { FieldRow } from '../../ui/Form';
import { useFormError } from '../../ui/FormError';
import { commaAsPoint } from '../../ui/decimalComma';
import { TextField } from '../../ui/TextField';
import { ItemNameFields, UnitsField } from './ItemFields';
import { EMPTY_ITEM_FORM, DRAFTED_ITEM_FIELDS, newItemBody, newItemErrors } from './itemForms';

/** New Item (spec §2). A success opens the list of items. */
export function NewItemScreen() {
  const { online } = useConnectivity();
  const [createItem] = catalogueApi.useCreateItemMutation();
  const [error, showError] = useFormError();
  const { form, change, errors, page } = useCreateForm({
    key: 'new item',
    empty: EMPTY_ITEM_FORM,
    drafted: DRAFTED_ITEM_FIELDS,
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
      <ItemNameFields form={form} errors={errors} change={change} />
      <FieldRow>
        <UnitsField form={form} errors={errors} change={change} />
        <TextField
          label="Price per pack"
          hint="In dollars"
          type="number"
          inputMode="decimal"
          min={0}
          step={PRICE_STEP_DOLLARS}
          onBeforeInput={commaAsPoint}
          value={form.pricePerPack}
          error={errors.pricePerPack}
          onChange={(event) => change({ pricePerPack: event.target.value })}
        />
      </FieldRow>
      <Checkbox label="Active" checked={form.active} onChange={(event) => change({ active: event.target.checked })} />
    </CreatePage>
  );
}
