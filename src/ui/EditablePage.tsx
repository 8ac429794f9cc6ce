import type { ReactNode } from 'react';
import type { CatalogueEntry } from '../domain/catalogue';
import { EmptyState } from './EmptyState';
import { ErrorText } from './ErrorText';
import { Page } from './Page';
import { PageHeader } from './PageHeader';
import { Skeleton } from './Skeleton';

interface EditablePageProps<Entry> {
  title: string;
  list: { to: string; label: string };
  /** The list that contains the edited record, if known. */
  of: { data: Entry[] | undefined; error: unknown; loading: boolean; refreshing: boolean; retry: (() => void) | null };
  id: string;
  /** The error text for a list that could not be loaded. */
  failure: string;
  /** The form; rendered for records that the server lets users edit. */
  children: (entry: Entry, version: number) => ReactNode;
}

/** The states of an edit page before there is a form: loading, failed, not found, not offered by the server. */
export function EditablePage<Entry extends CatalogueEntry & { _id: string }>(props: EditablePageProps<Entry>) {
  const { title, list, of, id, failure, children } = props;
  const entry = of.data?.find(({ _id }) => _id === id);
  if (entry && typeof entry.version === 'number') return children(entry, entry.version);
  // A copy of the list from before a failure may lack a record that exists.
  const isUnknown = !entry && !of.loading && (!of.data || of.error !== null);
  return (
    <Page narrow>
      <PageHeader title={title} back={list} />
      {of.loading ? <Skeleton label="Loading…" shape="form" rows={4} /> : null}
      {isUnknown ? <ErrorText text={failure} onRetry={of.retry} retrying={of.refreshing} /> : null}
      {of.data && !entry && !isUnknown ? (
        <EmptyState text={of.refreshing ? 'Loading…' : 'There is no such entry any more.'} />
      ) : null}
      {entry ? <EmptyState text="This server does not offer edits." /> : null}
    </Page>
  );
}
