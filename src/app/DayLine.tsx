import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import { lazy, useCallback, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { formatInstantShort } from '../domain/dates';
import { type DayReadiness, useDayReadiness } from '../state/day';
import { useSession } from '../state/session';
import { useNow } from '../ui/useNow';
import styles from './DayLine.module.css';
import { OnTheSide } from './OnTheSide';
import { useEscape } from './useEscape';

const DayPanel = lazy(async () => ({ default: (await import('./DayPanel')).DayPanel }));

function inWords(things: readonly string[]): string {
  return things.join(', ').replace(/, (?=\w+$)/, ' and ');
}

/** "Ready offline · 214 locations · 07:42", or what is missing. */
function dayText({ status, done, total, ready, missing, locations, savedAt }: DayReadiness, now: Date): string {
  if (ready && savedAt !== null) {
    const count = locations === 1 ? '1 location' : `${locations} locations`;
    return `Ready offline · ${count} · ${formatInstantShort(new Date(savedAt).toISOString(), now)}`;
  }
  if (status === 'fetching') return `Getting ready for offline · ${done} of ${total}`;
  return `Not ready offline · ${inWords(missing)} missing`;
}

/** Under the header: whether this device is ready for a day without signal. Opened, what it holds and a way to renew it. */
export function DayLine() {
  const { status } = useSession();
  const { key } = useLocation();
  return status === 'present' ? <DayDetails key={key} /> : null;
}

function DayDetails() {
  const day = useDayReadiness();
  const now = useNow();
  const [open, setOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  useEscape(
    open,
    useCallback(() => setOpen(false), []),
    summary,
  );
  const Icon = day.ready ? CircleCheck : CircleAlert;
  const isMissing = !day.ready && day.status !== 'fetching';
  return (
    <details className={styles.line} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary ref={summary} className={isMissing ? styles.missing : styles.summary}>
        <Icon aria-hidden size={14} />
        <span>{dayText(day, now)}</span>
      </summary>
      {open ? (
        <div className={styles.panel}>
          <OnTheSide>
            <DayPanel />
          </OnTheSide>
        </div>
      ) : null}
    </details>
  );
}
