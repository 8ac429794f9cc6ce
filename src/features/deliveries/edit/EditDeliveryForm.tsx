import { type FormEvent, useEffect, useId, useMemo, useRef } from 'react';
import type { Item } from '../../../contract/items';
import { boxOptionText } from '../../../domain/boxes';
import { PACKAGINGS } from '../../../domain/packaging';
import { editedPrices, recordedPrices } from '../../../domain/editedPrices';
import { shownUnitPrice } from '../../../domain/pricing';
import { screenMessages } from '../../../domain/screenMessages';
import { shownTotal } from '../../../domain/shownPrices';
import type { DeliveryView } from '../../../state/pending/pendingDeliveryViews';
import { Button } from '../../../ui/Button';
import { Card } from '../../../ui/Card';
import { ConflictNotice, shownConflict } from '../../../ui/ConflictNotice';
import { DraftNotice } from '../../../ui/DraftNotice';
import { DefinitionList } from '../../../ui/DefinitionList';
import { EmptyState } from '../../../ui/EmptyState';
import { FormPart } from '../../../ui/Form';
import { Money } from '../../../ui/Money';
import { RecordedNotice } from '../../../ui/RecordedNotice';
import { RemovedNotice } from '../../../ui/RemovedNotice';
import { StickyActions } from '../../../ui/StickyActions';
import facts from '../Delivery.module.css';
import styles from './EditDeliveryForm.module.css';
import { EditedLineFields } from './EditedLineFields';
import lineStyles from './EditedLineFields.module.css';
import { type EditedLine, sentLine } from './editedLines';
import { useEditDelivery } from './useEditDelivery';

/** On wide screens the labels are shown once above the lines. The labels of each line are for screen readers. */
const HEADS = ['Item', 'Quantity', 'Packaging', 'Unit price', 'Line total'];

const NONE_BEFORE: readonly Item[] = [];
const UNKNOWN = { sku: '', packaging: '', unitsPerPack: 1, pricePerPack: null, price: null, active: false };

/** The items that a line may name: the active ones, and those already in the delivery. */
function selectableItems(items: readonly Item[], delivery: DeliveryView): Item[] {
  const recorded = new Map(delivery.lines.map((line) => [line.item._id, line.item.name]));
  const known = items.filter((item) => item.active || recorded.has(item._id));
  const gone = [...recorded].filter(([id]) => !items.some((item) => item._id === id));
  return [...known, ...gone.map(([_id, name]) => ({ ...UNKNOWN, _id, name: name || _id }))];
}

/** The option of an item that a draft names and no line may name any more. */
function notOffered(id: string, items: readonly Item[]): Item {
  const known = items.find(({ _id }) => _id === id);
  return { ...UNKNOWN, _id: id, name: screenMessages.notOffered(known?.name) };
}

interface EditDeliveryFormProps {
  delivery: DeliveryView;
  items: readonly Item[];
  onCancel: () => void;
}

/** Location and box (fixed), editable lines, running total, Save changes and Cancel (spec §2, Edit Delivery). */
export function EditDeliveryForm({ delivery, items, onCancel }: EditDeliveryFormProps) {
  const selectable = useMemo(() => selectableItems(items, delivery), [items, delivery]);
  const isOffered = (id: string) => selectable.some(({ _id }) => _id === id);
  // Without the list of items nothing is known about an item.
  const { lines, keptLines, wrong, saving, error, conflict, ...edit } = useEditDelivery(
    delivery,
    (id) => items.length === 0 || isOffered(id),
  );
  const shown = shownConflict(conflict, edit.theirs, {
    sendMine: () => void edit.sendMine(),
    keepTheirs: edit.keepTheirs,
  });
  const { removed, remove, undo } = edit.removable;
  const packagingList = useId();
  const form = useRef<HTMLFormElement>(null);
  // The error in the bar has the focus. The first invalid field is scrolled into view above it.
  useEffect(() => {
    if (wrong.size > 0) form.current?.querySelector('[aria-invalid]')?.scrollIntoView?.({ block: 'nearest' });
  }, [wrong]);
  const prices = useMemo(() => {
    const itemsById = new Map(items.map((item) => [item._id, item]));
    return editedPrices(lines, recordedPrices(keptLines), (line) => (line.item ? shownUnitPrice(itemsById, line) : 0));
  }, [lines, keptLines, items]);
  const priced = lines.map((line, index) => ({
    quantity: sentLine(line).quantity || 0,
    unitPrice: prices[index] ?? null,
  }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void edit.save();
  };
  const nameOf = (line: EditedLine) => selectable.find(({ _id }) => _id === line.item)?.name ?? 'Line';
  const fixedFields = [
    { term: 'Location', value: <span className={facts.wholeLine}>{delivery.location.name}</span> },
    { term: 'Box', value: boxOptionText(delivery.box) },
  ];
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
      <datalist id={packagingList}>
        {PACKAGINGS.map((packaging) => (
          <option key={packaging}>{packaging}</option>
        ))}
      </datalist>
      <RecordedNotice recorded={edit.recorded} />
      {shown ? (
        <Card>
          <ConflictNotice
            {...shown}
            mine={{ lines: lines.map(sentLine) }}
            itemName={(id) => selectable.find(({ _id }) => _id === id)?.name ?? ''}
            busy={saving}
          />
        </Card>
      ) : null}
      <FormPart sending={saving}>
        <DraftNotice restorable={edit.restorable} />
        <Card className={facts.facts}>
          <DefinitionList items={fixedFields} />
        </Card>
      </FormPart>
      <Card
        title="Lines"
        flush
        actions={
          <Button disabled={saving} onClick={edit.addLine}>
            + Add line
          </Button>
        }
      >
        {lines.length > 0 ? (
          <div aria-hidden className={lineStyles.heads}>
            {HEADS.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </div>
        ) : null}
        {lines.length === 0 ? <EmptyState text="No lines. Saved like this, the delivery is empty." /> : null}
        {lines.map((line, index) => (
          <EditedLineFields
            key={line.key}
            line={line}
            position={index + 1}
            options={{
              last: NONE_BEFORE,
              others: selectable,
              chosen: line.item && !isOffered(line.item) ? notOffered(line.item, items) : undefined,
            }}
            price={prices[index] ?? null}
            packagingList={packagingList}
            error={wrong.get(line.key) ?? null}
            errorId={error?.id}
            takesFocus={line.key === edit.newest}
            sending={saving}
            onChange={(part) => edit.changeLine(line.key, part)}
            onRemove={() => remove(index)}
          />
        ))}
      </Card>
      {removed ? (
        <FormPart sending={saving}>
          <RemovedNotice key={removed.element.key} name={nameOf(removed.element)} onUndo={undo} />
        </FormPart>
      ) : null}
      <StickyActions
        error={error}
        summary={
          <>
            Total <Money amount={shownTotal(priced)} />
          </>
        }
      >
        <Button
          className={styles.action}
          disabled={saving}
          onClick={() => {
            edit.drop();
            onCancel();
          }}
        >
          Cancel
        </Button>
        {conflict ? null : (
          <Button type="submit" variant="primary" className={styles.action} busy={saving} busyText="Saving…">
            Save changes
          </Button>
        )}
      </StickyActions>
    </form>
  );
}
