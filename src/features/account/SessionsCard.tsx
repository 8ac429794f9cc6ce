import { useState } from 'react';
import { useEndSessionMutation, useListSessionsQuery } from '../../api/accountApi';
import { type ApiError, asApiError, errorMessage, errorStatus } from '../../api/client/errors';
import type { OwnSession } from '../../contract/sessions';
import { describeUserAgent } from '../../domain/userAgent';
import { useSignOutEverywhere } from '../../state/account/account';
import { useConnectivity, useWaitingCount } from '../../state/device/connectivity';
import { countFormsOfOtherTabs, useSendingCount, useUnsentFormCount } from '../../state/drafts/openForms';
import { useAppDispatch } from '../../state/root/hooks';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DateTime } from '../../ui/DateTime';
import { ErrorText } from '../../ui/ErrorText';
import { Skeleton } from '../../ui/Skeleton';
import { UnsentWork } from '../../ui/UnsentWork';
import styles from './Account.module.css';

function Session({ session, onEnd, busy }: { session: OwnSession; onEnd: () => void; busy: boolean }) {
  const { userAgent, ip, lastSeenAt, current } = session;
  const device = describeUserAgent(userAgent);
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.device} title={userAgent}>
          {device} {current ? <Badge tone="success">this device</Badge> : null}
        </p>
        <p className={styles.facts}>
          Last used <DateTime iso={lastSeenAt} />
          {ip ? ` from ${ip}` : ''}
        </p>
      </div>
      {current ? null : (
        <Button busy={busy} busyText="Ending…" onClick={onEnd} aria-label={`End the session of ${device}`}>
          End
        </Button>
      )}
    </li>
  );
}

/** The sessions of the user, with buttons to end each or all of them. */
export function SessionsCard() {
  const { data, error, isLoading, isFetching, refetch } = useListSessionsQuery();
  const [endSession, { originalArgs, isLoading: isEnding }] = useEndSessionMutation();
  const signOutEverywhere = useSignOutEverywhere();
  const { online } = useConnectivity();
  const dispatch = useAppDispatch();
  const waiting = useWaitingCount();
  const sending = useSendingCount();
  const forms = useUnsentFormCount();
  const [otherForms, setOtherForms] = useState(0);
  const [isConfirming, setConfirming] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const listFailure = asApiError(error);

  const end = async (id: string) => {
    const failed = asApiError((await endSession(id)).error);
    // A session that has expired meanwhile (404) counts as ended.
    setFailure(errorStatus(failed) === 404 ? null : failed);
    void refetch();
  };

  const ask = async () => {
    setOtherForms(await dispatch(countFormsOfOtherTabs()));
    setConfirming(true);
  };

  return (
    <Card title="Where you are signed in">
      {failure ? <ErrorText text={errorMessage(failure)} /> : null}
      {isLoading ? <Skeleton label="Loading your sessions…" rows={2} /> : null}
      {listFailure ? (
        <ErrorText text={errorMessage(listFailure)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <ul className={styles.sessions}>
          {data?.map((session) => (
            <Session
              key={session._id}
              session={session}
              busy={isEnding && originalArgs === session._id}
              onEnd={() => void end(session._id)}
            />
          ))}
        </ul>
      )}
      <div className={styles.everywhere}>
        <Button variant="danger" disabled={!online} onClick={() => void ask()}>
          Sign out everywhere
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        title="Sign out everywhere?"
        confirmText="Sign out everywhere"
        onConfirm={() => {
          setConfirming(false);
          void signOutEverywhere().then(setFailure);
        }}
        onCancel={() => setConfirming(false)}
      >
        <p>Every device that is signed in with your account is signed out, this one too.</p>
        <UnsentWork waiting={waiting} sending={sending} forms={forms + otherForms} />
      </ConfirmDialog>
    </Card>
  );
}
