import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useExportAuditMutation, useListAuditQuery } from '../../api/auditApi';
import { asApiError, errorMessage } from '../../api/client/errors';
import { isoDay } from '../../domain/dates';
import { exportFileName } from '../../domain/exportFiles';
import { validateRange } from '../../domain/salesFilter';
import { screenMessages } from '../../domain/screenMessages';
import { useItemsRead } from '../../state/reads/listReads';
import { positionOf } from '../../state/url/pageParams';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorText } from '../../ui/ErrorText';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { Pager } from '../../ui/Pager';
import { PagerOnError } from '../../ui/PagerOnError';
import { SavedFile } from '../../ui/SavedFile';
import { saveHeldFile } from '../../ui/saveFile';
import { Skeleton } from '../../ui/Skeleton';
import styles from './Audit.module.css';
import { AuditEntryView } from './AuditEntryView';
import { AuditFilters } from './AuditFilters';
import { auditQueryOf, useAuditParams } from './auditParams';

/** Audit: who changed what and when, filtered by user, record and day, with an export. */
export function AuditScreen() {
  const { filter, page, change, goTo, clear } = useAuditParams();
  const query = auditQueryOf(filter);
  const { data, currentData, error, isFetching, isLoading, refetch } = useListAuditQuery({ ...query, page });
  const { data: items } = useItemsRead();
  const nameOf = (itemId: string) => items?.find(({ _id }) => _id === itemId)?.name ?? itemId;
  const [exportAudit, { isLoading: isExporting }] = useExportAuditMutation();
  const [exportError, setExportError] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const failure = asApiError(error);
  const position = data && positionOf(data.pageInfo, data.data.length);
  const rangeError = validateRange(filter);

  const forgetExport = () => {
    setExportError(null);
    setSaved(null);
  };
  const changeFilter: typeof change = (changes) => {
    forgetExport();
    change(changes);
  };
  const download = async () => {
    setSaved(null);
    const { data: url, error: failed } = await exportAudit(query);
    const problem = asApiError(failed);
    setExportError(problem && errorMessage(problem));
    if (url === undefined) return;
    const fileName = exportFileName('audit', isoDay(new Date()));
    saveHeldFile(fileName, url);
    setSaved(fileName);
  };

  return (
    <Page>
      <PageHeader
        title="Audit"
        subtitle="Who changed what, and when"
        actions={
          <Button
            icon={<Download aria-hidden size={18} />}
            busy={isExporting}
            disabled={rangeError !== null}
            onClick={() => void download()}
          >
            Download CSV
          </Button>
        }
      />
      <AuditFilters
        filter={filter}
        onChange={changeFilter}
        onClear={() => {
          forgetExport();
          clear();
        }}
        error={rangeError}
      />
      <SavedFile saved={saved} />
      {exportError ? <ErrorText text={exportError} /> : null}
      {failure ? (
        <>
          <ErrorText text={errorMessage(failure)} onRetry={() => void refetch()} retrying={isFetching} />
          <PagerOnError page={page} onPage={goTo} />
        </>
      ) : null}
      {isLoading ? <Skeleton label="Loading the audit…" rows={6} /> : null}
      {data && !failure ? (
        <>
          {data.data.length === 0 ? (
            <EmptyState
              text={position?.isBeyond ? screenMessages.noSuchPage : 'Nothing was changed in what the filters leave.'}
            />
          ) : null}
          <ol className={styles.entries} aria-busy={isFetching}>
            {data.data.map((entry) => (
              <AuditEntryView key={entry._id} entry={entry} nameOf={nameOf} onFilter={changeFilter} />
            ))}
          </ol>
          <Pager
            page={position?.page ?? page}
            hasMore={data.pageInfo.hasMore}
            busy={isFetching}
            count={currentData ? `Showing ${data.data.length} of ${data.pageInfo.total} entries` : 'Loading the audit…'}
            onPage={goTo}
          />
        </>
      ) : null}
    </Page>
  );
}
