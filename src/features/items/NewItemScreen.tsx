import { useNavigate } from 'react-router';
import { asFailure, failureText } from '../../api/failures';
import { useCreateItemMutation } from '../../api/itemsApi';
import { PRICE_STEP_DOLLARS, UNITS_PER_PACK_MIN } from '../../domain/constants';
import { PACKAGINGS, type Packaging } from '../../domain/packaging';
import { paths } from '../../paths';
import { useConnectivity } from '../../state/connectivity';
import { useDraftedForm } from '../../state/draftedForm';
import { Button } from '../../ui/Button';
import { ButtonLink } from '../../ui/ButtonLink';
import { Card } from '../../ui/Card';
import { Checkbox } from '../../ui/Checkbox';
import { DraftNotice } from '../../ui/DraftNotice';
import { FieldRow, Form, FormActions } from '../../ui/Form';
import { NeedsConnection } from '../../ui/NeedsConnection';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { SelectField } from '../../ui/SelectField';
import { TextField } from '../../ui/TextField';
import { EMPTY_ITEM_FORM, KEPT_ITEM_FIELDS, newItemBody, newItemErrors } from './newItemForm';

/** New Item (spec §2): on success back to the items. */
export function NewItemScreen() {
  const navigate = useNavigate();
  const { online } = useConnectivity();
  const [createItem, { isLoading, error }] = useCreateItemMutation();
  const { form, change, errors, check, found, drop } = useDraftedForm({
    key: 'new item',
    empty: EMPTY_ITEM_FORM,
    kept: KEPT_ITEM_FIELDS,
    validate: newItemErrors,
  });
  const failure = asFailure(error);
  const submit = async () => {
    if (!check()) return;
    const { data } = await createItem(newItemBody(form));
    if (!data) return;
    drop();
    void navigate(paths.items());
  };
  return (
    <Page narrow>
      <PageHeader title="New Item" back={{ to: paths.items(), label: 'Items' }} />
      <NeedsConnection online={online} deed="Creating an item" />
      <DraftNotice found={found} />
      <Card>
        <Form onSubmit={() => void submit()} error={failure ? failureText(failure) : null}>
          <TextField
            label="Name"
            value={form.name}
            error={errors.name}
            autoComplete="off"
            required
            onChange={(event) => change({ name: event.target.value })}
          />
          <FieldRow>
            <TextField
              label="SKU"
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
          <Checkbox
            label="Active"
            checked={form.active}
            onChange={(event) => change({ active: event.target.checked })}
          />
          <FormActions>
            <Button type="submit" variant="primary" busy={isLoading} busyText="Creating…">
              Create
            </Button>
            <ButtonLink to={paths.items()} onClick={drop}>
              Cancel
            </ButtonLink>
          </FormActions>
        </Form>
      </Card>
    </Page>
  );
}
