import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { connectivityChanged } from '../../../src/offline/actions';
import { paths } from '../../../src/paths';
import { json, openApp } from '../../support/app/openApp';
import { aDelivery, locationVisit, visit } from '../../support/app/locationVisit';

const FAILURES = [500, 503, 429].map((status) => () => json({ error: 'Not now.' }, status));

const submitted = { ...visit, outcome: 'partial', note: 'Ok', submittedAt: '2026-11-20T16:00:00.000Z' };
const FORMS = [
  ['Edit Delivery', paths.editDelivery('d1'), 'GET /deliveries/d1', aDelivery(), 'Quantity'],
  ['Edit Visit', paths.editVisit('v1'), 'GET /visits/v1', { visit: submitted }, 'Note'],
  ['Submit Visit', paths.visit('v1'), 'GET /visits/v1', { visit }, 'Note'],
  ['New Delivery', paths.newDelivery({ visit: 'v1', box: 'b1' }), 'GET /visits/v1', { visit }, 'Quantity'],
] as const;

test.each(FORMS)(
  '%s keeps what somebody types when its record cannot be read again',
  async (_, path, call, record, label) => {
    let respond = () => json(record);
    let reads = 0;
    const read = () => {
      reads += 1;
      return respond();
    };
    const { dispatch, getState } = await openApp(path, locationVisit({ [call]: read }));
    const [field] = await screen.findAllByLabelText<HTMLInputElement>(label);
    if (!field) throw new Error(`No field ${label}`);
    await userEvent.type(field, '7');
    const typed = field.value;
    for (const failure of FAILURES) {
      respond = failure;
      const before = reads;
      dispatch(connectivityChanged({ online: false }));
      dispatch(connectivityChanged({ online: true }));
      await waitFor(() => expect(reads).toBeGreaterThan(before));
      const isFailed = () => Object.values(getState().api.queries).some((query) => query?.status === 'rejected');
      await waitFor(() => expect(isFailed()).toBe(true));
      // The next render has happened.
      await act(() => Promise.resolve());
      expect([document.body.contains(field), field.value]).toEqual([true, typed]);
    }
  },
);
