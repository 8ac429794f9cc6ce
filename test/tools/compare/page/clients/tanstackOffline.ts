import { createCollection, localOnlyCollectionOptions } from '@tanstack/db';
import { NonRetriableError, startOfflineExecutor } from '@tanstack/offline-transactions';
import { bodyOf, isRefusal, JSON_HEADERS, type OpenOutbox } from '../outbox';

interface Row {
  id: string;
  mark: number;
}

/** As its README sets it up, with its idempotency key sent and refusals marked as not to be retried. */
export const open: OpenOutbox = async (target) => {
  const rows = createCollection(localOnlyCollectionOptions<Row, string>({ id: 'rows', getKey: (row) => row.id }));
  const executor = startOfflineExecutor({
    collections: { rows },
    mutationFns: {
      create: async ({ transaction, idempotencyKey }) => {
        for (const { modified } of transaction.mutations) {
          const response = await fetch(target.url, {
            method: 'POST',
            headers: { ...JSON_HEADERS, 'idempotency-key': idempotencyKey },
            body: JSON.stringify(bodyOf(target, Number(modified.mark))),
          });
          if (isRefusal(response.status)) throw new NonRetriableError(`refused with ${response.status}`);
          if (!response.ok) throw new Error(`failed with ${response.status}`);
          await response.json();
        }
      },
    },
  });
  await executor.waitForInit();
  return {
    save: async (mark) => {
      const id = crypto.randomUUID();
      const transaction = executor.createOfflineTransaction({ mutationFnName: 'create', autoCommit: false });
      transaction.mutate(() => rows.insert({ id, mark }));
      transaction.commit().catch(() => undefined);
      // The app shows the row from here on.
      return rows.has(id);
    },
    waiting: async () => (await executor.peekOutbox()).length,
  };
};
