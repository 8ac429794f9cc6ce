import { lazy, Suspense, useDeferredValue, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Location } from '../../contract/locations';
import { isActive } from '../../domain/catalogue';
import { messages } from '../../domain/messages';
import { may } from '../../domain/roles';
import { pluralize } from '../../domain/wholeNumbers';
import { paths } from '../../paths';
import { useUser } from '../../state/session/session';
import { useOwnOpenVisits } from '../../state/visits/ownVisits';
import { useLocationsRead } from '../../state/reads/listReads';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorText } from '../../ui/ErrorText';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { CachedAtNote } from '../../ui/CachedAtNote';
import { SearchField } from '../../ui/SearchField';
import { Skeleton } from '../../ui/Skeleton';
import { usePreviousData } from '../../ui/usePreviousData';
import { Button } from '../../ui/Button';
import { ButtonLink } from '../../ui/ButtonLink';
import { LocationCard } from './LocationCard';
import styles from './LocationsScreen.module.css';
import { ORDER_PARAM, useLocationSearch } from './useLocationSearch';

const PinnedVisits = lazy(async () => ({ default: (await import('./PinnedVisits')).PinnedVisits }));
const LocationOrder = lazy(async () => ({ default: (await import('./LocationOrder')).LocationOrder }));
const SortedLocations = lazy(async () => ({ default: (await import('./LocationOrder')).SortedLocations }));

/** As many cards as a first screen shows. `LocationCard.module.css` lays out the others only when they come near. */
const FIRST_CARDS = 9;

/** The next step when there are no locations: only an admin may create one. */
function FirstLocation() {
  return may(useUser(), 'manageCatalogue') ? (
    <ButtonLink to={paths.newLocation()}>Add a location</ButtonLink>
  ) : (
    'An admin can add one.'
  );
}

/** Locations (spec §2): search by name or address, one card per location. */
export function LocationsScreen() {
  const { typed, setTyped, search } = useLocationSearch();
  const [params] = useSearchParams();
  const { state } = useLocation();
  // By name is the order of the cards without more code. The state names a location that was just created.
  const isSorted = state !== null || params.has(ORDER_PARAM);
  const pinned = useOwnOpenVisits().slice(0, 1);
  const { data, loading, error, savedAt, refreshing, retry } = useLocationsRead(search);
  const all = usePreviousData(data, loading);
  const known = useMemo(() => all?.filter(isActive), [all]);
  // Rendered with low priority, so that a long list does not delay presses and keys: the first cards, then all.
  const locations = useDeferredValue(known, known?.slice(0, FIRST_CARDS));
  const list = (sorted: readonly Location[]) => (
    <ul className={styles.list} aria-busy={refreshing}>
      {sorted.map((location) => (
        <li key={location._id}>
          <LocationCard location={location} />
        </li>
      ))}
    </ul>
  );
  return (
    <Page>
      <PageHeader title="Locations" />
      <div className={styles.filters}>
        <SearchField
          label="Search by name or address"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p role="status" className={styles.count}>
          {known && locations ? pluralize(known.length, 'location') : ''}
        </p>
        <div className={styles.order}>
          <Suspense>
            <LocationOrder />
          </Suspense>
        </div>
      </div>
      {pinned.length > 0 ? (
        <div className={styles.pinned}>
          <Suspense>
            <PinnedVisits visits={pinned} />
          </Suspense>
        </div>
      ) : null}
      <CachedAtNote savedAt={savedAt} />
      {!locations && (known || loading) ? (
        <Skeleton label="Loading locations…" shape="grid" rows={FIRST_CARDS} />
      ) : null}
      {!known && error ? <ErrorText text={messages.locationsFailed} onRetry={retry} retrying={refreshing} /> : null}
      {locations?.length === 0 ? (
        <EmptyState
          text={messages.noLocations}
          action={search ? <Button onClick={() => setTyped('')}>Clear search</Button> : <FirstLocation />}
        />
      ) : null}
      {locations && locations.length > 0 ? (
        <Suspense>
          {isSorted ? <SortedLocations locations={locations}>{list}</SortedLocations> : list(locations)}
        </Suspense>
      ) : null}
    </Page>
  );
}
