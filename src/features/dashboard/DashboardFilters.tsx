import { screenMessages } from '../../domain/screenMessages';
import type { SalesFilter } from '../../domain/salesFilter';
import { salesFilterText } from '../../domain/salesFilterText';
import { useLocationsRead } from '../../state/reads/listReads';
import { FilterBar } from '../../ui/FilterBar';
import { LocationFilterField, RangeFields } from '../../ui/SalesFilterFields';
import { useNow } from '../../ui/useNow';

interface DashboardFiltersProps {
  filter: SalesFilter;
  rangeError: string | null;
  onChange: (changes: Partial<SalesFilter>) => void;
  onClear: () => void;
}

/** From, To and Location. Clear resets to the last 30 days of all locations. */
export function DashboardFilters({ filter, rangeError, onChange, onClear }: DashboardFiltersProps) {
  const { data: locations = [] } = useLocationsRead();
  return (
    <FilterBar
      summary={salesFilterText(filter, { allText: screenMessages.allLocations, locations }, useNow())}
      clearText="Clear"
      onClear={onClear}
      error={rangeError}
    >
      <RangeFields filter={filter} onChange={onChange} />
      <LocationFilterField
        filter={filter}
        onChange={onChange}
        locations={locations}
        allText={screenMessages.allLocations}
      />
    </FilterBar>
  );
}
