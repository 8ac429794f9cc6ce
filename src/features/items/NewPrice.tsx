import { useState } from 'react';
import { catalogueApi } from '../../api/catalogueApi';
import { asApiError, errorMessage } from '../../api/client/errors';
import type { ItemPrice } from '../../contract/items';
import { PRICE_STEP_DOLLARS } from '../../domain/constants';
import { localDay } from '../../domain/dates';
import { useNavigateIfStillHere } from '../../state/drafts/useNavigateIfStillHere';
import { Button } from '../../ui/Button';
import { FieldRow, Form, FormActions, FormPart } from '../../ui/Form';
import { FormError, useFormError } from '../../ui/FormError';
import { commaAsPoint } from '../../ui/decimalComma';
import { TextField } from '../../ui/TextField';
import { focusOnMount } from '../../ui/focusOnMount';
import { useNow } from '../../ui/useNow';
import { type NewPriceForm, newPriceBody, newPriceErrors, newPriceForm } from './newPriceForm';

interface NewPriceProps {
  itemId: string;
  current: ItemPrice | undefined;
  online: boolean;
  onClose: () => void;
}

/** The form for a price that is valid from a day on. */
export function NewPrice({ itemId, current, online, onClose }: NewPriceProps) {
  const now = useNow();
  const [setItemPrice, { isLoading }] = catalogueApi.useSetItemPriceMutation();
  const [form, setForm] = useState(() => newPriceForm(now, current));
  const [checked, setChecked] = useState(false);
  const [error, showError] = useFormError();
  const { showErrorIfMounted } = useNavigateIfStillHere();
  const found = newPriceErrors(form, now);
  const errors: Partial<typeof found> = checked ? found : {};
  const change = (changes: Partial<NewPriceForm>) => {
    showError(null);
    setForm({ ...form, ...changes });
  };

  const submit = async () => {
    setChecked(true);
    if (Object.values(found).some((one) => one !== null)) return;
    showError(null);
    const { error: refusal } = await setItemPrice({ id: itemId, body: newPriceBody(form, now) });
    const failure = asApiError(refusal);
    if (failure) showErrorIfMounted(errorMessage(failure), showError);
    else onClose();
  };
  const money = {
    ...({ type: 'number', inputMode: 'decimal', min: 0, step: PRICE_STEP_DOLLARS } as const),
    onBeforeInput: commaAsPoint,
  };
  return (
    <Form onSubmit={() => void submit()}>
      <FormPart sending={isLoading}>
        <TextField
          ref={focusOnMount}
          label="From"
          type="date"
          min={localDay(now)}
          hint="A price of today begins now. What was delivered before keeps its price."
          value={form.from}
          error={errors.from}
          onChange={(event) => change({ from: event.target.value })}
        />
        <FieldRow>
          <TextField
            {...money}
            label="Price per pack"
            hint="In dollars"
            value={form.pricePerPack}
            error={errors.pricePerPack}
            onChange={(event) => change({ pricePerPack: event.target.value })}
          />
          <TextField
            {...money}
            label="Price per piece"
            hint="In dollars"
            value={form.price}
            error={errors.price}
            onChange={(event) => change({ price: event.target.value })}
          />
        </FieldRow>
      </FormPart>
      <FormError error={error} />
      <FormActions>
        <Button type="submit" variant="primary" disabled={!online} busy={isLoading} busyText="Saving…">
          Save price
        </Button>
        <Button disabled={isLoading} onClick={onClose}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  );
}
