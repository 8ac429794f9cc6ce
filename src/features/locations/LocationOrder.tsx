import type { ReactNode } from 'react';
import { useListVisitsQuery } from '../../api/visitsApi';
import type { Location } from '../../contract/locations';
import { createdFirst, useCreated } from '../../state/drafts/created';
import { useLastVisits } from '../../state/visits/lastVisits';
import { useGuardedSearchParams } from '../../state/url/guardedSearchParams';
import { CreatedNotice } from '../../ui/CreatedNotice';
import styles from './LocationOrder.module.css';
import { ORDER_PARAM } from './useLocationSearch';

/**
 * The number of newest visits that are fetched. Locations with older visits only follow after those of these visits.
 */
const NEWEST_VISITS = 300;

const ORDERS = [
  { value: null, label: 'Name' },
  { value: 'visit', label: 'Last visit' },
] as const;

/** The order of the locations, by name or last visit; stored in the URL. */
export function LocationOrder() {
  const [params, setParams] = useGuardedSearchParams();
  const choose = (order: string | null) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (order) next.set(ORDER_PARAM, order);
        else next.delete(ORDER_PARAM);
        return next;
      },
      { replace: true },
    );
  return (
    <div role="group" aria-label="Sort by" className={styles.order}>
      {ORDERS.map(({ value, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={params.get(ORDER_PARAM) === value}
          onClick={() => choose(value)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

interface SortedLocationsProps {
  locations: readonly Location[];
  children: (sorted: readonly Location[]) => ReactNode;
}

/** The locations by their last known visit, newest first; those without one last, by name. */
function ByLastVisit({ locations, children }: SortedLocationsProps) {
  // The response fills the visits cache, from which the order is read.
  useListVisitsQuery({ limit: NEWEST_VISITS });
  const last = useLastVisits();
  const lastOf = ({ _id }: Location) => last.get(_id) ?? 0;
  return children(locations.toSorted((a, b) => lastOf(b) - lastOf(a)));
}

/** The locations in the order of the URL. One that was just created is first, and named above the list. */
export function SortedLocations({ locations, children }: SortedLocationsProps) {
  const [params] = useGuardedSearchParams();
  const created = useCreated();
  const withCreatedFirst = (sorted: readonly Location[]) => children(createdFirst(sorted, created));
  return (
    <>
      <CreatedNotice created={created} />
      {params.get(ORDER_PARAM) ? (
        <ByLastVisit locations={locations}>{withCreatedFirst}</ByLastVisit>
      ) : (
        withCreatedFirst(locations)
      )}
    </>
  );
}
