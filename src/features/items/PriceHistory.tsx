import { useState } from 'react';
import { catalogueApi } from '../../api/catalogueApi';
import { asApiError, errorMessage } from '../../api/client/errors';
import type { ItemPrice } from '../../contract/items';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { DataTable } from '../../ui/DataTable';
import type { Column } from '../../ui/tableColumns';
import { DateTime } from '../../ui/DateTime';
import { ErrorText } from '../../ui/ErrorText';
import { Money } from '../../ui/Money';
import { Skeleton } from '../../ui/Skeleton';
import { focusOnMount } from '../../ui/focusOnMount';
import { useNow } from '../../ui/useNow';
import { NewPrice } from './NewPrice';
import { priceAt } from './newPriceForm';

function columnsAt(now: Date, current: ItemPrice | undefined): readonly Column<ItemPrice>[] {
  return [
    {
      key: 'from',
      header: 'From',
      rowHeader: true,
      cell: (row) => (
        <>
          {row.validFrom === null ? 'The beginning' : <DateTime iso={row.validFrom} />}{' '}
          {row === current ? <Badge tone="success">Now</Badge> : null}
          {row.validFrom !== null && Date.parse(row.validFrom) > now.getTime() ? (
            <Badge tone="info">Planned</Badge>
          ) : null}
        </>
      ),
    },
    { key: 'pack', header: 'Price/Pack', numeric: true, cell: (row) => <Money amount={row.pricePerPack} /> },
    { key: 'piece', header: 'Price/Piece', numeric: true, cell: (row) => <Money amount={row.price} /> },
  ];
}

/** The prices of an item, newest first, and the form for a new one. */
export function PriceHistory({ itemId, online }: { itemId: string; online: boolean }) {
  const read = catalogueApi.useListItemPricesQuery(itemId);
  const { data: history, error, refetch, isFetching, fulfilledTimeStamp = 0 } = read;
  const [form, setForm] = useState<'not opened yet' | 'open' | 'closed'>('not opened yet');
  // The clock of the screen goes by minutes: a price that has begun since then is in the response.
  const now = new Date(Math.max(useNow().getTime(), fulfilledTimeStamp));
  const failure = asApiError(error);
  const current = history && priceAt(history, now);
  return (
    <Card
      title="Prices"
      actions={
        history && form !== 'open' ? (
          <Button ref={form === 'closed' ? focusOnMount : null} disabled={!online} onClick={() => setForm('open')}>
            New price
          </Button>
        ) : null
      }
    >
      {failure ? <ErrorText text={errorMessage(failure)} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {!history && !failure ? <Skeleton label="Loading prices…" shape="table" rows={2} /> : null}
      {history && form === 'open' ? (
        <NewPrice itemId={itemId} current={current} online={online} onClose={() => setForm('closed')} />
      ) : null}
      {history ? (
        <DataTable
          caption="Prices"
          columns={columnsAt(now, current)}
          rows={history}
          rowKey={(row) => row.validFrom ?? ''}
          compact
        />
      ) : null}
    </Card>
  );
}
