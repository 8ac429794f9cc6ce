import { type Ref, useMemo } from 'react';
import type { Item } from '../../contract/items';
import { SelectField } from '../../ui/SelectField';
import { type ItemOptions, sharedNames } from './itemOptions';

interface ItemSelectProps {
  choices: ItemOptions;
  /** The item's id; empty while none is picked. */
  value: string;
  onChange: (id: string) => void;
  error?: string | null | undefined;
  /** The id of an error that stands elsewhere. */
  errorId?: string | undefined;
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
export function ItemSelect({ choices, value, onChange, error, errorId, ref }: ItemSelectProps) {
  const { last, others, chosen } = choices;
  const shared = useMemo(() => sharedNames([last, others, chosen ?? []].flat()), [last, others, chosen]);
  return (
    <SelectField
      label="Item"
      ref={ref}
      value={value}
      error={error}
      errorId={errorId}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">Choose…</option>
      {chosen ? <ItemOptions items={[chosen]} shared={shared} /> : null}
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
