import { type RefObject, useMemo, useRef } from 'react';
import { deliveryTotal, unitPrice } from '../../../domain/pricing';
import { errorStatus } from '../../../api/client/errors';
import { pluralize } from '../../../domain/wholeNumbers';
import { validateDelivery } from '../../../domain/deliveryRules';
import { itemsLoadMessage } from '../../../domain/itemRules';
import { screenMessages } from '../../../domain/screenMessages';
import { useConnectivity } from '../../../state/device/connectivity';
import { useLastTaken } from '../../../state/deliveries/lastTaken';
import { useItemsRead } from '../../../state/reads/listReads';
import { Button } from '../../../ui/Button';
import { DraftNotice } from '../../../ui/DraftNotice';
import { ErrorText } from '../../../ui/ErrorText';
import { FormPart } from '../../../ui/Form';
import { useFormError } from '../../../ui/FormError';
import { Money } from '../../../ui/Money';
import { RecordedNotice } from '../../../ui/RecordedNotice';
import { CachedAtNote } from '../../../ui/CachedAtNote';
import { Skeleton } from '../../../ui/Skeleton';
import { StickyActions } from '../../../ui/StickyActions';
import { AddItemPanel } from './AddItemPanel';
import { DeliveryLocationFields } from './DeliveryLocationFields';
import type { DeliveryPreset } from './newDeliveryDraft';
import { lineProblem } from './padLines';
import { PadLines } from './PadLines';
import { useNewDelivery } from './useNewDelivery';
import { useNewLine } from './useNewLine';
import { useSubmitDelivery } from './useSubmitDelivery';

const QUANTITY_ERRORS: readonly string[] = [screenMessages.invalidQuantity, screenMessages.wholeQuantity];
const NOT_ADDED = 'This item is not in the lines yet. Add it, or choose none.';

/** Location, lines and Submit box of a new delivery (spec §2, §5). */
export function NewDeliveryForm({ preset }: { preset: DeliveryPreset }) {
  const items = useItemsRead();
  const { online } = useConnectivity();
  const { values, change, setLines, removable, restorable, draft } = useNewDelivery(preset);
  const lastTaken = useLastTaken(values.location, values.box);
  const line = useNewLine();
  const [error, showError] = useFormError();
  const { submit, submitting, recorded } = useSubmitDelivery(preset.visitId, values, draft, showError);
  const locationRef = useRef<HTMLSelectElement>(null);
  const boxRef = useRef<HTMLSelectElement>(null);
  const itemRef = useRef<HTMLSelectElement>(null);
  const linesRef = useRef<HTMLTableElement>(null);
  const itemsById = useMemo(() => new Map(items.data?.map((item) => [item._id, item])), [items.data]);
  const priced = values.lines.map(({ item, quantity, packaging }) => {
    const known = itemsById.get(item);
    return { quantity, unitPrice: known ? unitPrice(known, packaging) : 0 };
  });

  const wrongLine = values.lines.map(lineProblem).find((problem) => problem !== null);
  const missing = validateDelivery(values) ?? wrongLine ?? (line.fields.item ? NOT_ADDED : null);
  const fieldOf: Partial<Record<string, RefObject<HTMLSelectElement | null>>> = {
    [screenMessages.pickLocation]: locationRef,
    [screenMessages.pickBox]: boxRef,
    [screenMessages.addOneItem]: itemRef,
    [NOT_ADDED]: itemRef,
  };
  const wrongField = error ? fieldOf[error.text] : undefined;
  // The error disappears once the missing value is there.
  const isQuantityError = error && QUANTITY_ERRORS.includes(error.text);
  if ((wrongField || isQuantityError) && error?.text !== missing) showError(null);

  const onSubmit = () => {
    showError(missing);
    if (missing === null) void submit();
    // The line is scrolled into view; the error in the bar takes the focus.
    else if (missing === wrongLine) linesRef.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    else if (missing !== screenMessages.addOneItem) fieldOf[missing]?.current?.focus();
  };

  return (
    <>
      <FormPart sending={submitting}>
        <DraftNotice restorable={restorable} />
        <CachedAtNote savedAt={items.savedAt} />
        <DeliveryLocationFields
          preset={preset}
          values={values}
          onChange={change}
          error={error}
          locationRef={locationRef}
          boxRef={boxRef}
        />
      </FormPart>
      <PadLines
        lines={values.lines}
        itemsById={itemsById}
        removable={removable}
        sending={submitting}
        onChange={setLines}
        ref={linesRef}
      />
      <FormPart sending={submitting}>
        {items.loading ? <Skeleton label="Loading items…" shape="form" rows={3} /> : null}
        {!items.data && items.error ? (
          <ErrorText
            text={itemsLoadMessage(errorStatus(items.error), online)}
            onRetry={items.retry}
            retrying={items.refreshing}
          />
        ) : null}
        {items.data ? (
          <AddItemPanel
            items={items.data}
            itemsById={itemsById}
            lastTaken={lastTaken}
            lines={values.lines}
            onLines={setLines}
            line={line}
            itemRef={itemRef}
            errorId={wrongField === itemRef ? error?.id : undefined}
          />
        ) : null}
      </FormPart>
      <RecordedNotice recorded={recorded} />
      <StickyActions
        error={error}
        summary={
          <>
            {pluralize(values.lines.length, 'line')} · <Money amount={deliveryTotal(priced)} />
          </>
        }
      >
        <Button variant="primary" busy={submitting} busyText="Submitting…" onClick={onSubmit}>
          Submit box
        </Button>
      </StickyActions>
    </>
  );
}
