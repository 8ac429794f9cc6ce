import { deliveriesApi } from '../../../src/api/deliveriesApi';
import { type ApiError, asApiError } from '../../../src/api/client/errors';
import { isQueued, type Queued } from '../../../src/api/client/writes';
import { visitsApi } from '../../../src/api/visitsApi';
import type { SubmitVisitBody, UpdateVisitBody } from '../../../src/contract/visits';
import type { AppThunk } from '../../../src/state/root/types';
import { deliveryBody, type StockedLocation } from '../server/aStockedLocation';
import { aWrite } from './aWrite';
import type { FaultyDevice, Tab } from './faultyDevice';

/** The outcome of a press of a button, as the app showed it. */
export interface PressResult {
  /** The marker of a queued write. */
  queued?: Queued;
  /** The id of what was made, local or the server's. */
  id?: string;
  failure?: ApiError;
}

/** A press of a button. */
export interface Press {
  /** `null` while the app has shown no outcome yet. */
  result: PressResult | null;
}

function pressResultOf(result: { data?: unknown; error?: unknown }): PressResult {
  // Without a kind it is the library's own: the press was cut off, by a sign-out.
  if (result.error) return { failure: asApiError(result.error) ?? { kind: 'aborted' } };
  if (isQueued(result.data)) return { queued: result.data, id: result.data.localId ?? result.data.id };
  return { id: (result.data as { _id: string })._id };
}

/**
 * A rep at a location: presses the buttons that the screens have, by the endpoints that the screens use. Each press is
 * of a form of its own, unless it says whose write id it goes by.
 */
export function repAtWork(device: FaultyDevice, tab: Tab, location: StockedLocation) {
  /** Presses, and lets everything happen that takes no time. */
  async function press(act: AppThunk<PromiseLike<{ data?: unknown; error?: unknown }>>): Promise<Press> {
    const pressed: Press = { result: null };
    void tab.store.dispatch(act).then((result) => {
      pressed.result = pressResultOf(result);
    });
    await device.clock.settle();
    return pressed;
  }
  const { createDelivery, updateDelivery } = deliveriesApi.endpoints;
  const { startVisit, submitVisit, updateVisit } = visitsApi.endpoints;

  return {
    startVisit: (writeId?: string) =>
      press((dispatch) => dispatch(startVisit.initiate(aWrite({ location: location.locationId }, writeId)))),
    /** Two pieces to one of the boxes of the location, counted from 0. */
    deliver: (box: number, visit?: string, writeId?: string) =>
      press((dispatch) => dispatch(createDelivery.initiate(aWrite(deliveryBody(location, box, visit), writeId)))),
    edit: (id: string, visitId: string | null, quantity: number, writeId?: string) => {
      const write = aWrite({ lines: [{ item: location.itemId, quantity, packaging: 'each' }] }, writeId);
      return press((dispatch) => dispatch(updateDelivery.initiate({ id, visitId, ...write })));
    },
    submit: (id: string, note = 'All done', outcome: SubmitVisitBody['outcome'] = 'partial') =>
      press((dispatch) => dispatch(submitVisit.initiate({ id, ...aWrite({ outcome, note }) }))),
    update: (id: string, body: UpdateVisitBody) =>
      press((dispatch) => dispatch(updateVisit.initiate({ id, ...aWrite(body) }))),
  };
}

export type RepAtWork = ReturnType<typeof repAtWork>;
