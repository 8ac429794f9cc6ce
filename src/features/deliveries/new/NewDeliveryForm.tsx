import { useMemo, useRef } from 'react';
import { editedPrices, recordedPrices } from '../../../domain/editedPrices';
import { shownUnitPrice } from '../../../domain/pricing';
import { shownTotal } from '../../../domain/shownPrices';
import { errorStatus } from '../../../api/client/errors';
import { pluralize } from '../../../domain/wholeNumbers';
import { isActive } from '../../../domain/catalogue';
import { itemsLoadMessage } from '../../../domain/itemRules';
import { useConnectivity } from '../../../state/device/connectivity';
import { useLastTaken } from '../../../state/deliveries/lastTaken';
import { useKnownLocations } from '../../../state/catalogue/knownLocations';
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
import { type DeliveryField, deliveryProblem, type DeliveryPreset } from './newDeliveryDraft';
import { lineProblem } from './padLines';
import { PadLines } from './PadLines';
import { SubmittedVisitNotice } from './SubmittedVisitNotice';
import { useNewDelivery } from './useNewDelivery';
import { useNewLine } from './useNewLine';
import { useSubmitDelivery } from './useSubmitDelivery';

/** As a `ref`: brings an element into view when it appears. jsdom has no layout. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'center' });

/** Location, lines and Submit box of a new delivery (spec §2, §5). */
export function NewDeliveryForm({ preset }: { preset: DeliveryPreset }) {
  const items = useItemsRead();
  const { online } = useConnectivity();
  const [error, showError] = useFormError<DeliveryField>();
  // A refusal of the server was about what is changed now.
  const { values, change, setLines, removable, restorable, mayBeRecorded, draft } = useNewDelivery(preset, () => {
    if (error && !error.field) showError(null);
  });
  const lastTaken = useLastTaken(values.location, values.box);
  const line = useNewLine();
  const { submit, submitting, recorded, isVisitSubmitted } = useSubmitDelivery(preset, values, draft, showError);
  const locationRef = useRef<HTMLSelectElement>(null);
  const boxRef = useRef<HTMLSelectElement>(null);
  const itemRef = useRef<HTMLSelectElement>(null);
  const linesRef = useRef<HTMLTableElement>(null);
  const itemsById = useMemo(() => new Map(items.data?.map((item) => [item._id, item])), [items.data]);
  const kept = recordedPrices(recorded?.keptLines ?? []);
  const prices = editedPrices(values.lines, kept, (line) => shownUnitPrice(itemsById, line));
  const priced = values.lines.map((line, index) => ({ ...line, unitPrice: prices[index] ?? null }));

  const locations = useKnownLocations();
  // The location of a visit or a box is fixed. That of a draft may be deactivated by now.
  const isLocationOffered =
    preset.location !== null ||
    !locations ||
    locations.some((location) => location._id === values.location && isActive(location));
  // A draft may name an item that was deactivated since. A line that is or may be recorded keeps its item.
  const isItemOffered = (id: string) =>
    mayBeRecorded ||
    !items.data ||
    itemsById.get(id)?.active === true ||
    recorded?.keptLines.some(({ item }) => item._id === id) === true;
  const problems = values.lines.map((line) => lineProblem(line, isItemOffered(line.item)));
  const problem = deliveryProblem(isLocationOffered ? values : { ...values, location: '' }, problems, line.fields.item);
  // The error disappears once its field is right.
  if (error?.field && error.text !== problem?.text) showError(null);

  const onSubmit = () => {
    showError(problem?.text ?? null, problem?.field);
    // The focused field is scrolled into view. Then the error in the bar takes the focus.
    switch (problem?.field) {
      case undefined:
        return void submit();
      case 'location':
        return locationRef.current?.focus();
      case 'box':
        return boxRef.current?.focus();
      case 'line':
        return linesRef.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
      case 'newLine':
        return itemRef.current?.focus();
      case 'lines':
        return;
    }
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
        prices={prices}
        problems={problems}
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
      </FormPart>
      {items.data ? (
        <AddItemPanel
          items={items.data}
          itemsById={itemsById}
          locationId={values.location}
          lastTaken={lastTaken}
          lines={values.lines}
          sending={submitting}
          onLines={setLines}
          line={line}
          itemRef={itemRef}
          errorId={error?.field === 'lines' || error?.field === 'newLine' ? error.id : undefined}
        />
      ) : null}
      <RecordedNotice recorded={recorded} />
      {isVisitSubmitted && preset.visitId ? (
        <div ref={scrollIntoView}>
          <FormPart sending={submitting}>
            <SubmittedVisitNotice visitId={preset.visitId} boxId={preset.boxId} />
          </FormPart>
        </div>
      ) : null}
      <StickyActions
        error={error}
        summary={
          <>
            {pluralize(values.lines.length, 'line')} · <Money amount={shownTotal(priced)} />
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
