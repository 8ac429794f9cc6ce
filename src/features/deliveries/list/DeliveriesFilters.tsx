import { DELIVERY_PAGE_SIZES } from '../../../domain/constants';
import { screenMessages } from '../../../domain/screenMessages';
import type { SalesFilter } from '../../../domain/salesFilter';
import { useLocationsRead } from '../../../state/reads/listReads';
import { useRepOptions } from '../../../state/catalog/repOptions';
import { FilterBar } from '../../../ui/FilterBar';
import { SelectField } from '../../../ui/SelectField';
import { LocationFilterField, RangeFields, RepFilterFields } from '../../../ui/SalesFilterFields';

interface DeliveriesFiltersProps {
  filter: SalesFilter;
  limit: number;
  rangeError: string | null;
  onChange: (changes: Partial<SalesFilter>) => void;
  onResize: (limit: number) => void;
  onClear: () => void;
}

/** A list is asked for by the rep's id or by a part of the rep's name (spec §7): setting one gives up the other. */
function eitherRep(changes: Partial<SalesFilter>): Partial<SalesFilter> {
  if (changes.rep) return { ...changes, repName: '' };
  return changes.repName ? { ...changes, rep: '' } : changes;
}

/** The filters of the deliveries list, its page size among them (spec §2). */
export function DeliveriesFilters({ filter, limit, rangeError, onChange, onResize, onClear }: DeliveriesFiltersProps) {
  const { data: locations = [] } = useLocationsRead();
  const users = useRepOptions();
  const field = { filter, onChange: (changes: Partial<SalesFilter>) => onChange(eitherRep(changes)) };
  return (
    <FilterBar clearText="Clear Filters" onClear={onClear} error={rangeError}>
      <LocationFilterField {...field} locations={locations} allText={screenMessages.allLocations} />
      <RangeFields {...field} />
      <RepFilterFields {...field} users={users} />
      <SelectField label="Page size" value={limit} onChange={(event) => onResize(Number(event.target.value))}>
        {DELIVERY_PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </SelectField>
    </FilterBar>
  );
}
