import { useCallback } from 'react';
import { DELIVERY_PAGE_SIZES, SEARCH_DEBOUNCE_MS } from '../../../domain/constants';
import { screenMessages } from '../../../domain/screenMessages';
import type { SalesFilter } from '../../../domain/salesFilter';
import { salesFilterText } from '../../../domain/salesFilterText';
import { useLocationsRead } from '../../../state/reads/listReads';
import { useRepOptions } from '../../../state/catalogue/repOptions';
import { FilterBar } from '../../../ui/FilterBar';
import { SelectField } from '../../../ui/SelectField';
import { LocationFilterField, RangeFields, RepFilterFields } from '../../../ui/SalesFilterFields';
import { useNow } from '../../../ui/useNow';
import { useSettledText } from '../../../ui/useSettledText';

interface DeliveriesFiltersProps {
  filter: SalesFilter;
  limit: number;
  rangeError: string | null;
  onChange: (changes: Partial<SalesFilter>) => void;
  onResize: (limit: number) => void;
  onClear: () => void;
}

/** The list is filtered by the rep's id or by a part of the rep's name (spec §7). Setting one clears the other. */
function eitherRep(changes: Partial<SalesFilter>): Partial<SalesFilter> {
  if (changes.rep) return { ...changes, repName: '' };
  return changes.repName ? { ...changes, rep: '' } : changes;
}

/** The filters of the deliveries list, its page size among them (spec §2). */
export function DeliveriesFilters({ filter, limit, rangeError, onChange, onResize, onClear }: DeliveriesFiltersProps) {
  const { data: locations = [] } = useLocationsRead();
  const users = useRepOptions();
  const change = useCallback((changes: Partial<SalesFilter>) => onChange(eitherRep(changes)), [onChange]);
  const repName = useSettledText(
    filter.repName,
    useCallback((text) => change({ repName: text }), [change]),
    SEARCH_DEBOUNCE_MS,
  );
  const field = {
    filter,
    onChange: (changes: Partial<SalesFilter>) => {
      if (changes.rep) repName.drop();
      change(changes);
    },
  };
  return (
    <FilterBar
      summary={salesFilterText(filter, { allText: screenMessages.allLocations, locations, users }, useNow())}
      clearText="Clear Filters"
      onClear={() => {
        repName.drop();
        onClear();
      }}
      error={rangeError}
    >
      <LocationFilterField {...field} locations={locations} allText={screenMessages.allLocations} />
      <RangeFields {...field} />
      <RepFilterFields {...field} users={users} repName={repName} />
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
