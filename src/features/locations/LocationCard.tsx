import MapPin from 'lucide-react/icons/map-pin';
import { lazy, memo, Suspense, useId, useRef } from 'react';
import { Link } from 'react-router';
import type { Location } from '../../contract/locations';
import { formatAddress } from '../../domain/locationRules';
import { canStartVisits } from '../../domain/roles';
import { paths } from '../../paths';
import { useShowAlert } from '../../state/alerts/alerts';
import { useNavigateIfStillHere } from '../../state/drafts/useNavigateIfStillHere';
import { useUser } from '../../state/session/session';
import { useStartVisit } from '../../state/visits/startVisit';
import { Button } from '../../ui/Button';
import { useInView } from '../../ui/useInView';
import styles from './LocationCard.module.css';
import visitsStyles from './RecentVisits.module.css';

const RecentVisits = lazy(async () => ({ default: (await import('./RecentVisits')).RecentVisits }));

/** A card's visits are fetched when it is this near to the visible area, in px. */
const EARLY_PX = 400;

/** A URL that opens the address in the device's map app. */
function mapsAddress(address: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
}

/** One location (spec §2, Locations): name and address, its last visits, and links. */
export const LocationCard = memo(function LocationCard({ location }: { location: Location }) {
  const card = useRef<HTMLElement>(null);
  const seen = useInView(card, EARLY_PX);
  const nameId = useId();
  const { start, starting } = useStartVisit();
  const mayStart = canStartVisits(useUser());
  const showAlert = useShowAlert('start');
  const { navigateAfter, showErrorIfMounted } = useNavigateIfStillHere(paths.locations());
  const onStart = async () => {
    showAlert(null);
    const started = await start({ location: location._id });
    if ('error' in started) showErrorIfMounted(started.error, showAlert);
    else await navigateAfter(paths.visit(started.visitId), started.done);
  };
  const address = formatAddress(location.address);
  return (
    <article ref={card} className={styles.card} aria-labelledby={nameId}>
      <header>
        <h2 id={nameId}>{location.name}</h2>
        {address ? (
          <a
            className={styles.address}
            href={mapsAddress(address)}
            target="_blank"
            rel="noreferrer"
            title="Open in maps"
          >
            <MapPin aria-hidden size={14} />
            {address}
          </a>
        ) : null}
      </header>
      {/* A card that is not visible yet renders no visits. */}
      <div className={visitsStyles.visits}>
        <Suspense>{seen ? <RecentVisits locationId={location._id} /> : null}</Suspense>
      </div>
      <footer className={styles.actions}>
        {mayStart ? (
          <Button
            variant="primary"
            className={styles.start}
            busy={starting}
            busyText="Starting…"
            aria-describedby={nameId}
            onClick={() => void onStart()}
          >
            Start / Continue Visit
          </Button>
        ) : null}
        <Link className={styles.boxes} to={paths.boxes(location._id)} aria-describedby={nameId}>
          View Boxes
        </Link>
      </footer>
    </article>
  );
});
