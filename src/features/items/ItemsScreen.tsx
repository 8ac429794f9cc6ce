import { errorStatus } from '../../api/client/errors';
import { isEditable } from '../../domain/catalogue';
import { itemsLoadMessage } from '../../domain/itemRules';
import { screenMessages } from '../../domain/screenMessages';
import { paths } from '../../paths';
import { useConnectivity } from '../../state/device/connectivity';
import { useItemsRead } from '../../state/reads/listReads';
import { ButtonLink } from '../../ui/ButtonLink';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorText } from '../../ui/ErrorText';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { CachedAtNote } from '../../ui/CachedAtNote';
import { Skeleton } from '../../ui/Skeleton';
import { ItemsTable } from './ItemsTable';

/** Items (spec §2): the items with their packaging and prices. */
export function ItemsScreen() {
  const { data: items, loading, error, savedAt, refreshing, retry } = useItemsRead();
  const { online } = useConnectivity();
  const status = errorStatus(error);
  const isEmpty = items ? items.length === 0 : error !== null && !online;
  const isFailure = status !== null || (error !== null && !items && online);
  return (
    <Page>
      <PageHeader
        title="Items"
        actions={
          <>
            {items && (isEmpty || items.some(isEditable)) ? (
              <ButtonLink to={paths.manage('import')}>Import</ButtonLink>
            ) : null}
            <ButtonLink variant="primary" to={paths.newItem()}>
              + New Item
            </ButtonLink>
          </>
        }
      />
      {isFailure ? <ErrorText text={itemsLoadMessage(status, online)} onRetry={retry} retrying={refreshing} /> : null}
      <CachedAtNote savedAt={savedAt} />
      {loading ? <Skeleton label="Loading items…" shape="table" rows={8} /> : null}
      {isEmpty ? <EmptyState text={online ? screenMessages.noItems : screenMessages.noCachedItems} /> : null}
      {items && !isEmpty ? <ItemsTable items={items} /> : null}
    </Page>
  );
}
