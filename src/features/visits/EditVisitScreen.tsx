import { useParams } from 'react-router';
import { isOthersVisit } from '../../domain/visitOwner';
import { paths } from '../../paths';
import { useUser } from '../../state/session/session';
import { useVisitView } from '../../state/visits/visitReads';
import { ErrorText } from '../../ui/ErrorText';
import { OthersVisitNotice } from '../../ui/OthersVisitNotice';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { CachedAtNote } from '../../ui/CachedAtNote';
import { Skeleton } from '../../ui/Skeleton';
import { useGoBack } from '../../ui/useGoBack';
import { EditVisitForm } from './EditVisitForm';

/** Edit Visit (spec §2). */
export function EditVisitScreen() {
  const { id = '' } = useParams();
  const goBack = useGoBack(paths.visitDetails(id));
  const { data: visit, failure, loading, savedAt, refreshing, retry } = useVisitView(id);
  const user = useUser();
  const isOthers = visit !== undefined && isOthersVisit(visit, user);
  return (
    <Page narrow>
      <PageHeader title="Edit Visit" subtitle={visit?.location.name} back={{ onBack: goBack }} />
      <CachedAtNote savedAt={savedAt} />
      {loading ? <Skeleton label="Loading the visit…" shape="form" /> : null}
      {failure ? <ErrorText text={failure} onRetry={retry} retrying={refreshing} /> : null}
      {visit && isOthers ? <OthersVisitNotice repName={visit.repName} /> : null}
      {visit && !isOthers ? <EditVisitForm visit={visit} onCancel={goBack} /> : null}
    </Page>
  );
}
