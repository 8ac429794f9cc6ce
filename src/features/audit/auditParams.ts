import type { AuditedEntity, AuditFilter } from '../../contract/audit';
import { salesQuery, EMPTY_SALES_FILTER } from '../../domain/salesFilter';
import { useGuardedSearchParams } from '../../state/url/guardedSearchParams';
import { PAGE_PARAM, pageIn } from '../../state/url/pageParams';

/** The kinds of records in the audit, as texts. */
export const RECORD_KINDS: Record<AuditedEntity, string> = {
  visit: 'Visit',
  delivery: 'Delivery',
  user: 'User',
  item: 'Item',
  location: 'Location',
  box: 'Box',
  import: 'Import',
};

const isRecordKind = (text: string): text is AuditedEntity => Object.hasOwn(RECORD_KINDS, text);

/** The text of the filter by kind of record. */
export const recordKindText = (entity: string) => (isRecordKind(entity) ? RECORD_KINDS[entity] : 'all records');

/** The filters as the person set them. Empty: not set. */
export interface AuditFilterTexts {
  /** Who did it, by id. */
  user: string;
  entity: string;
  entityId: string;
  /** Calendar days of the user, both included. */
  from: string;
  to: string;
}

const NAMES = ['user', 'entity', 'entityId', 'from', 'to'] as const;

/** The filter as a query, without empty values. */
export function auditQueryOf({ user, entity, entityId, from, to }: AuditFilterTexts): AuditFilter {
  return {
    ...salesQuery({ ...EMPTY_SALES_FILTER, from, to }),
    ...(user ? { user } : {}),
    ...(isRecordKind(entity) ? { entity } : {}),
    ...(entityId.trim() ? { entityId: entityId.trim() } : {}),
  };
}

/** The filters and the page, stored in the URL. */
export function useAuditParams() {
  const [params, setParams] = useGuardedSearchParams();
  const text = (name: string) => params.get(name) ?? '';
  const filter: AuditFilterTexts = {
    user: text('user'),
    entity: text('entity'),
    entityId: text('entityId'),
    from: text('from'),
    to: text('to'),
  };
  return {
    filter,
    page: pageIn(params),
    /** Sets filters and goes to the first page. */
    change: (changes: Partial<AuditFilterTexts>) => {
      const next = { ...filter, ...changes };
      setParams(new URLSearchParams(NAMES.filter((name) => next[name]).map((name) => [name, next[name]])), {
        replace: true,
      });
    },
    clear: () => setParams({}, { replace: true }),
    goTo: (next: number) => {
      document.documentElement.scrollTop = 0;
      setParams((current) => {
        const changed = new URLSearchParams(current);
        changed.set(PAGE_PARAM, String(next));
        return changed;
      });
    },
  };
}
