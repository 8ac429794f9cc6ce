import { useCallback } from 'react';
import { useListUsersQuery } from '../../api/usersApi';
import { FilterBar } from '../../ui/FilterBar';
import { FilterSelect } from '../../ui/FilterSelect';
import { SEARCH_DEBOUNCE_MS } from '../../domain/constants';
import { EMPTY_SALES_FILTER } from '../../domain/salesFilter';
import { RangeFields } from '../../ui/SalesFilterFields';
import { SelectField } from '../../ui/SelectField';
import { TextField } from '../../ui/TextField';
import { useSettledText } from '../../ui/useSettledText';
import { type AuditFilterTexts, RECORD_KINDS, recordKindText } from './auditParams';

const EVERYBODY = 'Everybody';

interface AuditFiltersProps {
  filter: AuditFilterTexts;
  onChange: (changes: Partial<AuditFilterTexts>) => void;
  onClear: () => void;
  error: string | null;
}

/** The filters of the audit: user, record and days. */
export function AuditFilters({ filter, onChange, onClear, error }: AuditFiltersProps) {
  const { data: users = [] } = useListUsersQuery();
  const range = { ...EMPTY_SALES_FILTER, from: filter.from, to: filter.to };
  const entityId = useSettledText(
    filter.entityId,
    useCallback((text) => onChange({ entityId: text }), [onChange]),
    SEARCH_DEBOUNCE_MS,
  );
  const person = filter.user ? (users.find(({ _id }) => _id === filter.user)?.name ?? '…') : EVERYBODY;
  const days = filter.from || filter.to ? `${filter.from || '…'} to ${filter.to || '…'}` : 'all days';
  return (
    <FilterBar
      summary={[person, recordKindText(filter.entity), filter.entityId && 'one record', days]
        .filter(Boolean)
        .join(' · ')}
      clearText="Clear"
      onClear={() => {
        entityId.drop();
        onClear();
      }}
      error={error}
    >
      <FilterSelect
        label="Person"
        value={filter.user}
        onChange={(user) => onChange({ user })}
        allText={EVERYBODY}
        choices={users}
      />
      <SelectField label="Record" value={filter.entity} onChange={(event) => onChange({ entity: event.target.value })}>
        <option value="">All</option>
        {Object.entries(RECORD_KINDS).map(([entity, label]) => (
          <option key={entity} value={entity}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField label="Record id" value={entityId.typed} onChange={(event) => entityId.type(event.target.value)} />
      <RangeFields filter={range} onChange={({ from = filter.from, to = filter.to }) => onChange({ from, to })} />
    </FilterBar>
  );
}
