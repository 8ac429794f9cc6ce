import { deliveriesApi } from '../../src/api/deliveriesApi';
import { type ApiFailure, asFailure } from '../../src/api/failures';
import { isQueued, type Queued } from '../../src/api/queuedWrites';
import { visitsApi } from '../../src/api/visitsApi';
import type { SubmitVisitBody, UpdateVisitBody } from '../../src/contract/visits';
import type { AppThunk } from '../../src/state/storeTypes';
import { deliveryBody, type Store } from '../server/aStore';
import type { FaultyDevice, Tab } from './faultyDevice';

/** What the app said to a press of a button. */
export interface Told {
  /** The marker of a write that is kept on the device. */
  queued?: Queued;
  /** The id by which the rep knows from now on what was made: local or the server's. */
  id?: string;
  failure?: ApiFailure;
}

/** A press of a button. */
export interface Press {
  /** `null` while the app has said nothing yet. */
  told: Told | null;
}

function toldBy(result: { data?: unknown; error?: unknown }): Told {
  const failure = asFailure(result.error);
  if (failure) return { failure };
  if (isQueued(result.data)) return { queued: result.data, id: result.data.localId ?? result.data.id };
  return { id: (result.data as { _id: string })._id };
}

/** A rep at a store: presses the buttons that the screens have, by the endpoints that the screens use. */
export function repAtWork(device: FaultyDevice, tab: Tab, place: Store) {
  /** Presses, and lets everything happen that takes no time. */
  async function press(act: AppThunk<PromiseLike<{ data?: unknown; error?: unknown }>>): Promise<Press> {
    const pressed: Press = { told: null };
    void tab.store.dispatch(act).then((result) => {
      pressed.told = toldBy(result);
    });
    await device.clock.settle();
    return pressed;
  }
  const { createDelivery, updateDelivery } = deliveriesApi.endpoints;
  const { startVisit, submitVisit, updateVisit } = visitsApi.endpoints;

  return {
    startVisit: () => press((dispatch) => dispatch(startVisit.initiate({ location: place.locationId }))),
    /** Two pieces to one of the store's boxes, counted from 0. */
    deliver: (box: number, visit?: string) =>
      press((dispatch) => dispatch(createDelivery.initiate(deliveryBody(place, box, visit)))),
    edit: (id: string, visitId: string | null, quantity: number) => {
      const body = { lines: [{ item: place.itemId, quantity, packaging: 'each' }] };
      return press((dispatch) => dispatch(updateDelivery.initiate({ id, visitId, body })));
    },
    submit: (id: string, note = 'All done', outcome: SubmitVisitBody['outcome'] = 'partial') =>
      press((dispatch) => dispatch(submitVisit.initiate({ id, body: { outcome, note } }))),
    update: (id: string, body: UpdateVisitBody) => press((dispatch) => dispatch(updateVisit.initiate({ id, body }))),
  };
}

export type RepAtWork = ReturnType<typeof repAtWork>;
