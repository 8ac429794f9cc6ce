import Send from 'lucide-react/icons/send';
import type { EntrySummary } from '../../offline/entry';
import { paths } from '../../paths';
import { useOutbox, useOutboxActions, useOutboxNames } from '../../state/outbox/outbox';
import { Button } from '../../ui/Button';
import { ButtonLink } from '../../ui/ButtonLink';
import { EmptyState } from '../../ui/EmptyState';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { ShowMore, useShownRows } from '../../ui/ShowMore';
import { Skeleton } from '../../ui/Skeleton';
import { useGoBack } from '../../ui/useGoBack';
import { DownloadUnsent } from './DownloadUnsent';
import { OutboxEntry } from './OutboxEntry';
import styles from './OutboxScreen.module.css';
import { SentToday } from './SentToday';
import { OutboxNotices } from './OutboxNotices';

/** Outbox: every unsent change of this user, with its actions. */
export function OutboxScreen() {
  const goBack = useGoBack(paths.dashboard());
  const outbox = useOutbox();
  const names = useOutboxNames();
  const { sync } = useOutboxActions();
  const { entries, replaying } = outbox;
  const unreadable = outbox.status === 'unreadable';
  // Quarantined records and records of a newer build are not in the list, but in the download.
  const hasWork = entries.length + outbox.quarantined + outbox.newer > 0;
  const isEmpty = !hasWork && outbox.status === 'ready';
  // Refused entries wait for a decision, so they are first.
  const inOrder = entries.toSorted((a, b) => Number(b.state === 'refused') - Number(a.state === 'refused'));
  const { shown, left, showMore } = useShownRows(inOrder);
  const list = (label: string, isOfList: (entry: EntrySummary) => boolean) => {
    const listed = shown.filter(isOfList);
    return listed.length === 0 ? null : (
      <ol className={styles.list} aria-label={label}>
        {listed.map((entry) => (
          <OutboxEntry
            key={entry.id}
            entry={entry}
            all={entries}
            names={names}
            isBlocked={outbox.blockers.has(entry.id)}
            sending={replaying}
          />
        ))}
      </ol>
    );
  };

  return (
    <Page>
      <PageHeader
        title="Outbox"
        subtitle="What is not on the server yet, and what was sent today"
        back={{ onBack: goBack }}
        actions={
          hasWork || unreadable ? (
            <>
              <Button
                variant="primary"
                icon={<Send aria-hidden size={18} />}
                busy={replaying}
                busyText="Sending…"
                onClick={sync}
              >
                Sync now
              </Button>
              <DownloadUnsent />
            </>
          ) : null
        }
      />
      <OutboxNotices outbox={outbox} />
      {outbox.status === 'loading' ? <Skeleton label="Loading the outbox…" rows={4} /> : null}
      {isEmpty ? (
        <EmptyState
          text="Nothing waits. Everything you saved is on the server."
          action={<ButtonLink to={paths.locations()}>Go to locations</ButtonLink>}
        />
      ) : null}
      {list('Refused changes', ({ state }) => state === 'refused')}
      {list('Waiting changes', ({ state }) => state === 'waiting')}
      <ShowMore what="changes" left={left} onPress={showMore} />
      <SentToday names={names} />
    </Page>
  );
}
