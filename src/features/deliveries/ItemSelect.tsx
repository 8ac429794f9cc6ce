import { memo, type Ref, useMemo } from 'react';
import type { Item } from '../../contract/items';
import { SelectField } from '../../ui/SelectField';
import { type ItemOptions, sharedNames } from './itemOptions';

interface ItemSelectProps {
  options: ItemOptions;
  /** The item's id; empty while none is picked. */
  value: string;
  onChange: (id: string) => void;
  error?: string | null | undefined;
  /** The id of an error that is shown elsewhere. */
  errorId?: string | undefined;
  ref?: Ref<HTMLSelectElement>;
}

function OptionsOf({ items, shared }: { items: readonly Item[]; shared: ReadonlySet<string> }) {
  return items.map((item) => (
    <option key={item._id} value={item._id}>
      {shared.has(item.name) && item.sku ? `${item.name} (${item.sku})` : item.name}
    </option>
  ));
}

/** The options of the select, often over a thousand: memoised, so that they render again only for other items. */
const Options = memo(function Options({ last, others, chosen }: ItemOptions) {
  const shared = useMemo(() => sharedNames([last, others, chosen ?? []].flat()), [last, others, chosen]);
  return (
    <>
      <option value="">Choose…</option>
      {chosen ? <OptionsOf items={[chosen]} shared={shared} /> : null}
      {last.length > 0 ? (
        <>
          <optgroup label="Taken here last">
            <OptionsOf items={last} shared={shared} />
          </optgroup>
          <optgroup label="All others">
            <OptionsOf items={others} shared={shared} />
          </optgroup>
        </>
      ) : (
        <OptionsOf items={others} shared={shared} />
      )}
    </>
  );
});

/** A native select of items. */
export function ItemSelect({ options, value, onChange, error, errorId, ref }: ItemSelectProps) {
  return (
    <SelectField
      label="Item"
      ref={ref}
      value={value}
      error={error}
      errorId={errorId}
      onChange={(event) => onChange(event.target.value)}
    >
      <Options {...options} />
    </SelectField>
  );
}
