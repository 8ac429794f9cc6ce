import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { itemsApi } from '../../../../src/api/itemsApi';
import { useEditDelivery } from '../../../../src/features/deliveries/edit/useEditDelivery';
import { withPendingEdit } from '../../../../src/state/pending/pendingDeliveryViews';
import { selectOwnEntries } from '../../../../src/state/pending/pendingSelectors';
import { baseOf } from '../../../../src/state/pending/writeBase';
import { useAppSelector } from '../../../../src/state/root/hooks';
import { aWrite } from '../../../support/app/aWrite';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const { getDelivery, updateDelivery } = deliveriesApi.endpoints;

/** A recorded delivery of two pieces, and its edit form as the app has it. */
async function withForm() {
  const fixture = await setUp();
  const { device, tab, work, location } = fixture;
  const { store } = tab;
  void store.dispatch(itemsApi.endpoints.listItems.initiate(undefined));
  const id = (await work.deliver(0)).result?.id ?? '';
  const { data: recorded } = await store.dispatch(getDelivery.initiate(id, { forceRefetch: true }));
  if (!recorded) throw new Error('The delivery was not read');
  const useForm = () => {
    const entries = useAppSelector(selectOwnEntries);
    const { serverIds } = useAppSelector(({ queue }) => queue);
    const items = useAppSelector(({ itemsCache }) => itemsCache);
    return useEditDelivery(withPendingEdit(recorded, entries, serverIds, items), () => true);
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <MemoryRouter>{children}</MemoryRouter>
    </Provider>
  );
  const edit = async (packaging: 'each' | 'case', quantity: number) => {
    const { queue, itemsCache } = store.getState();
    const base = baseOf(withPendingEdit(recorded, selectOwnEntries(store.getState()), queue.serverIds, itemsCache));
    const lines = [{ item: location.itemId, quantity, packaging }];
    void store.dispatch(updateDelivery.initiate({ id, visitId: null, ...aWrite({ lines }), base }));
    await device.clock.settle();
  };
  return { ...fixture, id, edit, open: () => renderHook(useForm, { wrapper }) };
}

it('32 the form of an edit that met a conflict keeps no price of a line that a later waiting edit removed', async () => {
  const { device, server, location, id, edit, open } = await withForm();
  await device.setOnline(false);
  await edit('each', 3);
  await edit('case', 1);
  const admin = await server.signIn('admin');
  const lines = [{ item: location.itemId, quantity: 9, packaging: 'each' }];
  expect((await admin.patch(`/api/deliveries/${id}`, { lines })).statusCode).toBe(200);
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 412 } }]);
  expect(open().result.current.keptLines).toEqual([]);
});
