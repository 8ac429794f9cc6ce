import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api } from '../../../../src/api/api';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { localIdOf } from '../../../../src/domain/ids';
import { aWrite } from '../../../support/app/aWrite';
import { aDelivery, locationVisit, unreachable } from '../../../support/app/locationVisit';
import { json, openApp } from '../../../support/app/openApp';

const cola = (quantity: number) => ({ lines: [{ item: 'i1', quantity, packaging: 'each' as const }] });

test('a box shows the waiting edit of its delivery, also once the server lists the delivery', async () => {
  let reads = 0;
  let recorded: object[] = [];
  const responses = locationVisit({
    'GET /deliveries': () => {
      reads += 1;
      return json({ data: recorded });
    },
    'POST /deliveries': unreachable,
    'PATCH /deliveries': unreachable,
  });
  const { dispatch, getState } = await openApp('/visits/v1', responses);
  await screen.findByText('0 of 2 boxes refilled');
  const { createDelivery, updateDelivery } = deliveriesApi.endpoints;
  const write = aWrite({ repName: 'Ana', location: 'l1', box: 'b1', visit: 'v1', ...cola(3) });
  await dispatch(createDelivery.initiate(write));
  const base = { baseVersion: null, over: write.writeId };
  await dispatch(updateDelivery.initiate({ ...aWrite(cola(7)), id: localIdOf(write.writeId), visitId: 'v1', base }));
  await screen.findByText(/7 each Cola/);
  recorded = [aDelivery({ deliveredAt: new Date(getState().queue.entries[0]?.ts ?? 0).toISOString() })];
  const readsBefore = reads;
  dispatch(api.util.invalidateTags(['Deliveries']));
  await expect.poll(() => reads).toBeGreaterThan(readsBefore);
  await expect.poll(() => getState().visitDeliveriesCache.byKey.v1?.value).toHaveLength(1);
  await act(async () => {});
  expect(screen.getByText(/7 each Cola/)).toBeDefined();
  expect(screen.queryByText(/3 each Cola/)).toBeNull();
});
