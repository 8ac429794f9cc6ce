import MapPin from 'lucide-react/icons/map-pin';
import { lazy, memo, Suspense, useId, useRef } from 'react';
import { Link } from 'react-router';
import type { Location } from '../../contract/locations';
import { formatAddress } from '../../domain/locationRules';
import { canStartVisits } from '../../domain/roles';
import { paths } from '../../paths';
import { useShowAlert } from '../../state/alerts/alerts';
import { useNavigateIfMounted } from '../../state/drafts/useNavigateIfMounted';
import { useUser } from '../../state/session/session';
import { useStartVisit } from '../../state/visits/startVisit';
import { Button } from '../../ui/Button';
import { useInView } from '../../ui/useInView';
import styles from './LocationCard.module.css';
import visitsStyles from './RecentVisits.module.css';

const RecentVisits = lazy(async () => ({ default: (await import('./RecentVisits')).RecentVisits }));

/** A card's visits are asked for this far before it comes into sight, so that they stand when it does. */
const EARLY_PX = 400;

/** Opens the address in whatever shows maps on the device. */
function mapsAddress(address: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
}

/** One location (spec §2, Locations): who it is, what happened there last, and the way in. */
export const LocationCard = memo(function LocationCard({ location }: { location: Location }) {
  const card = useRef<HTMLElement>(null);
  const seen = useInView(card, EARLY_PX);
  const nameId = useId();
  const { start, starting } = useStartVisit();
  const mayStart = canStartVisits(useUser());
  const showAlert = useShowAlert();
  const { navigateAfter } = useNavigateIfMounted(paths.locations());
  const onStart = async () => {
    const started = await start({ location: location._id });
    if ('error' in started) showAlert(started.error);
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
      {/* A card far down a long list costs its place and nothing else. */}
      <div className={visitsStyles.visits}>
        <Suspense>{seen ? <RecentVisits locationId={location._id} /> : null}</Suspense>
      </div>
      <footer className={styles.actions}>
        {mayStart ? (
          <Button
            variant="primary"
            wide
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
