import type { FormContent } from '../app/appTypes';
import { type DeliveryHandle, type Form, isGivenUp, type VisitHandle, wasDone, wasQueued } from './forms';
import type { TabSlot } from './tabSlot';
import type { Simulation } from './simulation';

const isLocal = (id: string) => id.startsWith('local-');

/** One of a list by any number: -1 is the last. */
export const pick = <T>(list: readonly T[], number: number): T | undefined =>
  number < 0 ? list.at(number) : list[number % Math.max(1, list.length)];

type NewForm = Pick<
  Form,
  'call' | 'draft' | 'typed' | 'marks' | 'baseMark' | 'basePriceCents' | 'locationId' | 'visit' | 'delivery'
> & {
  content: Omit<FormContent, 'call' | 'writeId' | 'pricesAsOf'>;
};

/** The forms that reps open, and the visits and deliveries that they can be about. */
export class FormBook {
  constructor(private simulation: Simulation) {}

  open(slot: TabSlot, rep: number, given: NewForm): Form {
    const { simulation } = this;
    const form: Form = {
      ...given,
      number: simulation.forms.length,
      rep,
      formerIds: [],
      corrected: null,
      wasWarned: false,
      device: slot.device.name,
      slot,
      content: { ...given.content, call: given.call, writeId: simulation.newWriteId(), pricesAsOf: null },
      presses: [],
      savedAt: null,
      discarded: null,
      discardingIn: null,
      isClosed: false,
      openedIn: slot.tab,
    };
    simulation.forms.push(form);
    return form;
  }

  /** Types into the form and leaves it at that. */
  async type(form: Form, slot: TabSlot): Promise<void> {
    const { draft, content, typed } = form;
    await this.simulation.act(slot, (app) => app.typeInto(draft, content.writeId, typed));
  }

  /** The visits of the rep that this device can name. */
  visitsAt(slot: TabSlot, rep: number): VisitHandle[] {
    return this.simulation.visits.filter(
      ({ form, id }) => form.rep === rep && id !== null && (!isLocal(id) || form.device === slot.device.name),
    );
  }

  /** Those of which the screen says that they are open: not submitted, or the submit was refused. */
  openVisitsAt(slot: TabSlot, rep: number): VisitHandle[] {
    const refused = slot.app?.refused().flatMap(({ id }) => this.simulation.formsOfWrite.get(id) ?? []) ?? [];
    const wasRefused = (handle: VisitHandle) =>
      refused.some(({ call, visit }) => call === 'submitVisit' && visit === handle);
    return this.visitsAt(slot, rep).filter((handle) => !handle.isSubmitted || wasRefused(handle));
  }

  deliveriesAt(slot: TabSlot, rep: number): DeliveryHandle[] {
    return this.simulation.deliveries.filter(
      ({ form, id }) => form.rep === rep && id !== null && (!isLocal(id) || form.device === slot.device.name),
    );
  }

  newDelivery(slot: TabSlot, rep: number, visit: VisitHandle | null, location: number, box: number): Form | null {
    const { simulation } = this;
    const { locations, itemIds } = simulation.server.fixtures;
    const at = visit ? locations.find(({ locationId }) => locationId === visit.locationId) : pick(locations, location);
    const item = itemIds[0];
    const boxId = at && pick(at.boxIds, box);
    if (!at || !boxId || !item || typeof slot.app?.priceCentsOf(item) !== 'number') return null;
    const mark = simulation.newMark();
    const visitId = visit?.id ? (slot.app?.serverId(visit.id) ?? visit.id) : null;
    const body = {
      repName: 'A rep',
      location: at.locationId,
      box: boxId,
      lines: [{ item, quantity: mark, packaging: 'each' }],
      ...(visitId && { visit: visitId }),
    };
    const form = this.open(slot, rep, {
      call: 'createDelivery',
      draft: `new delivery ${visitId ?? ''} ${boxId}`,
      typed: body,
      marks: [String(mark)],
      baseMark: null,
      basePriceCents: null,
      locationId: at.locationId,
      visit,
      delivery: null,
      content: { id: '', visitId, body, base: { baseVersion: null, over: null } },
    });
    form.delivery = { form, id: null, visit };
    simulation.deliveries.push(form.delivery);
    return form;
  }

  /** Whether every box of the visit has a delivery, as the rep sees it. */
  isRefilled(visit: VisitHandle): boolean {
    const location = this.simulation.server.fixtures.locations.find(
      ({ locationId }) => locationId === visit.locationId,
    );
    const refilled = this.simulation.forms.filter(
      (form) =>
        form.call === 'createDelivery' &&
        form.visit === visit &&
        !isGivenUp(form) &&
        (wasQueued(form) || wasDone(form)),
    );
    return (
      location?.boxIds.every((box) => refilled.some(({ content }) => Reflect.get(content.body, 'box') === box)) ?? false
    );
  }
}
