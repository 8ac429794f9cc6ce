import { type Ref, useMemo } from 'react';
import type { Item } from '../../contract/items';
import { SelectField } from '../../ui/SelectField';
import { type ItemChoices, sharedNames } from './itemChoices';

interface ItemSelectProps {
  choices: ItemChoices;
  /** The item's id; empty while none is picked. */
  value: string;
  onChange: (id: string) => void;
  error?: string | null | undefined;
  disabled?: boolean;
  ref?: Ref<HTMLSelectElement>;
}

function ItemOptions({ items, shared }: { items: readonly Item[]; shared: ReadonlySet<string> }) {
  return items.map((item) => (
    <option key={item._id} value={item._id}>
      {shared.has(item.name) && item.sku ? `${item.name} (${item.sku})` : item.name}
    </option>
  ));
}

/** A native select of items. */
export function ItemSelect({ choices: { last, others }, value, onChange, error, disabled, ref }: ItemSelectProps) {
  const shared = useMemo(() => sharedNames([...last, ...others]), [last, others]);
  return (
    <SelectField
      label="Item"
      ref={ref}
      value={value}
      disabled={disabled}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">Choose…</option>
      {last.length > 0 ? (
        <>
          <optgroup label="Taken here last">
            <ItemOptions items={last} shared={shared} />
          </optgroup>
          <optgroup label="All others">
            <ItemOptions items={others} shared={shared} />
          </optgroup>
        </>
      ) : (
        <ItemOptions items={others} shared={shared} />
      )}
    </SelectField>
  );
}
