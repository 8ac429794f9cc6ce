import type { FormContent } from '../app/appTypes';
import type { DeliveryHandle, Form, VisitHandle } from './forms';
import { isUnknown, lastPress, mayPressAgain, wasDone, wasQueued } from './forms';
import { mentions } from './marks';
import type { Seat } from './seat';
import type { World } from './world';

/** How often 10 characters are repeated. */
const LONG_NOTE = 3_000;

const isLocal = (id: string) => id.startsWith('local-');

/** One of a list by any number. */
export const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % Math.max(1, list.length)];

type NewForm = Pick<Form, 'call' | 'draft' | 'typed' | 'marks' | 'baseMark' | 'locationId' | 'visit' | 'delivery'> & {
  content: Omit<FormContent, 'call' | 'writeId' | 'pricesAsOf'>;
};

/** What a rep does at a seat. A step that is not possible there and then does nothing. */
export class RepSteps {
  constructor(private world: World) {}

  private open(seat: Seat, rep: number, given: NewForm): Form {
    const { world } = this;
    const form: Form = {
      ...given,
      number: world.forms.length,
      rep,
      device: seat.device.name,
      seat,
      content: { ...given.content, call: given.call, writeId: world.newWriteId(), pricesAsOf: null },
      presses: [],
      savedAt: null,
      discarded: null,
      isClosed: false,
      openedIn: seat.tab,
    };
    world.forms.push(form);
    return form;
  }

  /** Types into the form and leaves it at that. */
  private async type(form: Form, seat: Seat): Promise<void> {
    const { draft, content, typed } = form;
    await this.world.act(seat, (app) => app.typeInto(draft, content.writeId, typed));
  }

  /** The visits of the rep that this device can name. */
  private visitsAt(seat: Seat, rep: number): VisitHandle[] {
    return this.world.visits.filter(
      ({ form, id }) => form.rep === rep && id !== null && (!isLocal(id) || form.device === seat.device.name),
    );
  }

  private deliveriesAt(seat: Seat, rep: number): DeliveryHandle[] {
    return this.world.deliveries.filter(
      ({ form, id }) => form.rep === rep && id !== null && (!isLocal(id) || form.device === seat.device.name),
    );
  }

  async start(seat: Seat, place: number): Promise<void> {
    const { world } = this;
    const rep = world.repAt(seat);
    const at = pick(world.server.cast.places, place);
    if (rep === null || !at) return;
    const { locationId } = at;
    // Until a Yes or a No the button stands for one write, whichever tab it is pressed in.
    const before = world.forms.findLast(
      (form) => form.call === 'startVisit' && form.rep === rep && form.device === seat.device.name && form.locationId === locationId,
    );
    const outcome = before && lastPress(before)?.outcome;
    if (before && !before.isClosed && (!outcome || isUnknown(outcome))) {
      before.seat = seat;
      await world.press(before, seat);
      return;
    }
    const form = this.open(seat, rep, {
      call: 'startVisit',
      draft: `start visit ${world.server.cast.reps[rep]?.id} ${locationId} `,
      typed: null,
      marks: [],
      baseMark: null,
      locationId,
      visit: null,
      delivery: null,
      content: { id: '', visitId: null, body: { location: locationId }, base: { baseVersion: null, over: null } },
    });
    form.visit = { form, id: null, locationId, isSubmitted: false };
    world.visits.push(form.visit);
    await world.press(form, seat);
  }

  private newDelivery(seat: Seat, rep: number, visit: VisitHandle | null, place: number, box: number): Form | null {
    const { world } = this;
    const { places, itemIds } = world.server.cast;
    const at = visit ? places.find(({ locationId }) => locationId === visit.locationId) : pick(places, place);
    const item = itemIds[0];
    const boxId = at && pick(at.boxIds, box);
    if (!at || !boxId || !item || seat.app?.priceOf(item) == null) return null;
    const mark = world.newMark();
    const visitId = visit?.id ? (seat.app?.serverId(visit.id) ?? visit.id) : null;
    const body = {
      repName: 'A rep',
      location: at.locationId,
      box: boxId,
      lines: [{ item, quantity: mark, packaging: 'each' }],
      ...(visitId && { visit: visitId }),
    };
    const form = this.open(seat, rep, {
      call: 'createDelivery',
      draft: `new delivery ${visitId ?? ''} ${boxId}`,
      typed: body,
      marks: [String(mark)],
      baseMark: null,
      locationId: at.locationId,
      visit,
      delivery: null,
      content: { id: '', visitId, body, base: { baseVersion: null, over: null } },
    });
    form.delivery = { form, id: null, visit };
    world.deliveries.push(form.delivery);
    return form;
  }

  /** A delivery in one of the rep's visits that look open, or outside every visit. */
  async deliver(seat: Seat, visit: number | null, place: number, box: number): Promise<void> {
    const rep = this.world.repAt(seat);
    if (rep === null) return;
    const open = this.visitsAt(seat, rep).filter(({ isSubmitted }) => !isSubmitted);
    const handle = visit === null ? null : (pick(open, visit) ?? null);
    const form = this.newDelivery(seat, rep, handle, place, box);
    if (!form) return;
    await this.type(form, seat);
    await this.world.press(form, seat);
  }

  /** Fills in a delivery without pressing the button. */
  async typeDelivery(seat: Seat, place: number, box: number): Promise<void> {
    const rep = this.world.repAt(seat);
    if (rep === null) return;
    const form = this.newDelivery(seat, rep, null, place, box);
    if (form) await this.type(form, seat);
  }

  /** The same delivery as an earlier one, in a form of its own. */
  async deliverSame(seat: Seat, of: number): Promise<void> {
    const { world } = this;
    const rep = world.repAt(seat);
    const earlier = world.forms.filter(
      (form) => form.call === 'createDelivery' && form.rep === rep && form.device === seat.device.name,
    );
    const first = pick(earlier, of);
    if (rep === null || !first || seat.app?.priceOf(world.server.cast.itemIds[0] ?? '') == null) return;
    if (first.visit?.isSubmitted) return;
    const { writeId: _own, call, ...content } = first.content;
    const form = this.open(seat, rep, { ...first, call, content });
    form.delivery = { form, id: null, visit: first.visit };
    world.deliveries.push(form.delivery);
    await this.type(form, seat);
    await world.press(form, seat);
  }

  /** Presses the newest form of the tab that was filled in and not pressed. */
  async save(seat: Seat): Promise<void> {
    const isOpen = (form: Form) =>
      form.seat === seat && form.presses.length === 0 && !form.isClosed && form.openedIn === seat.tab;
    const form = this.world.forms.findLast(isOpen);
    if (form && this.world.repAt(seat) === form.rep) await this.world.press(form, seat);
  }

  /** Opens a delivery, changes its quantity to a new one and, unless it `staysOpen`, saves. */
  edit(seat: Seat, delivery: number, staysOpen = false): Promise<void> {
    const rep = this.world.repAt(seat);
    return this.editTo(seat, pick(this.deliveriesAt(seat, rep ?? -1), delivery), null, staysOpen);
  }

  /** Changes a delivery to the quantity that an earlier change gave it. */
  editSame(seat: Seat, edit: number): Promise<void> {
    const rep = this.world.repAt(seat);
    const edits = this.world.forms.filter(
      (form) => form.call === 'updateDelivery' && form.rep === rep && form.device === seat.device.name,
    );
    const earlier = pick(edits, edit);
    return this.editTo(seat, earlier?.delivery ?? undefined, Number(earlier?.marks[0]));
  }

  private async editTo(
    seat: Seat,
    handle: DeliveryHandle | undefined,
    quantity: number | null,
    staysOpen = false,
  ): Promise<void> {
    const { world } = this;
    const rep = world.repAt(seat);
    const { tab } = seat;
    if (rep === null || !handle?.id) return;
    const { id } = handle;
    await world.act(seat, async (app) => {
      const shown = await app.readDelivery(id);
      if (!shown || seat.tab !== tab || world.repAt(seat) !== rep) return;
      const mark = quantity ?? world.newMark();
      const body = { lines: [{ item: world.server.cast.itemIds[0] ?? '', quantity: mark, packaging: 'each' }] };
      const form = this.open(seat, rep, {
        call: 'updateDelivery',
        draft: `edit delivery ${shown.id}`,
        typed: body.lines,
        marks: [String(mark)],
        baseMark: String(shown.mark),
        locationId: handle.form.locationId,
        visit: handle.visit,
        delivery: handle,
        content: { id: shown.id, visitId: shown.visitId, body, base: { baseVersion: shown.version, over: shown.over } },
      });
      app.typeInto(form.draft, form.content.writeId, form.typed);
      if (!staysOpen) void world.press(form, seat);
    });
  }

  /** Whether every box of the visit has a delivery, as the rep sees it. */
  private isRefilled(visit: VisitHandle): boolean {
    const place = this.world.server.cast.places.find(({ locationId }) => locationId === visit.locationId);
    const refilled = this.world.forms.filter(
      (form) => form.call === 'createDelivery' && form.visit === visit && !form.discarded && (wasQueued(form) || wasDone(form)),
    );
    return place?.boxIds.every((box) => refilled.some(({ content }) => Reflect.get(content.body, 'box') === box)) ?? false;
  }

  submit(seat: Seat, visit: number): Promise<void> {
    return this.changeVisit(seat, visit, 'submitVisit', '');
  }

  /** With a note of 30 KB now and then: much to read for a slow disk. */
  update(seat: Seat, visit: number, isLong: boolean): Promise<void> {
    return this.changeVisit(seat, visit, 'updateVisit', isLong ? ' and so on'.repeat(LONG_NOTE) : '');
  }

  private async changeVisit(
    seat: Seat,
    visit: number,
    call: 'submitVisit' | 'updateVisit',
    more: string,
  ): Promise<void> {
    const { world } = this;
    const rep = world.repAt(seat);
    const { tab } = seat;
    const own = this.visitsAt(seat, rep ?? -1).filter(({ isSubmitted }) => call === 'updateVisit' || !isSubmitted);
    const handle = pick(own, visit);
    if (rep === null || !handle?.id) return;
    const { id } = handle;
    await world.act(seat, async (app) => {
      const shown = await app.readVisit(id);
      if (!shown || seat.tab !== tab || world.repAt(seat) !== rep) return;
      if (call === 'submitVisit' && !shown.isOpen) return;
      const note = `note-${world.newMark()}`;
      const isComplete = call === 'submitVisit' && this.isRefilled(handle);
      const body = { outcome: isComplete ? 'completed' : 'partial', note: note + more };
      const form = this.open(seat, rep, {
        call,
        draft: `${call === 'submitVisit' ? 'submit' : 'edit'} visit ${shown.id}`,
        typed: body,
        marks: [note],
        baseMark: shown.note,
        locationId: handle.locationId,
        visit: handle,
        delivery: null,
        content: { id: shown.id, visitId: shown.id, body, base: { baseVersion: shown.version, over: shown.over } },
      });
      app.typeInto(form.draft, form.content.writeId, form.typed);
      void world.press(form, seat);
    });
  }

  /** Presses the newest form again whose press failed. */
  async pressAgain(seat: Seat): Promise<void> {
    const form = this.world.forms.findLast((one) => one.seat === seat && one.call !== 'startVisit' && mayPressAgain(one));
    if (form && this.world.repAt(seat) === form.rep) await this.world.press(form, seat);
  }

  /** Takes back a draft that the app offers, changed or as it is, and presses. */
  async restore(seat: Seat, number: number, isChanged: boolean): Promise<void> {
    const { world } = this;
    const offered = pick(seat.app?.offeredDrafts() ?? [], number);
    if (!offered) return;
    const text = JSON.stringify(offered.value);
    const form = world.forms.findLast((one) => one.marks.some((mark) => mentions(text, mark)) && one.rep === world.repAt(seat));
    if (!form) return;
    form.seat = seat;
    form.openedIn = seat.tab;
    form.isClosed = false;
    if (offered.writeId) form.content = { ...form.content, writeId: offered.writeId };
    if (isChanged && form.call === 'createDelivery') {
      const mark = world.newMark();
      form.marks.push(String(mark));
      const lines = [{ item: world.server.cast.itemIds[0] ?? '', quantity: mark, packaging: 'each' }];
      form.content = { ...form.content, body: { ...form.content.body, lines } };
      form.typed = form.content.body;
      await this.type(form, seat);
    }
    await world.press(form, seat);
  }

  /** Discards an entry in the outbox, after reading what the dialog says. */
  async discard(seat: Seat, number: number): Promise<void> {
    const entry = pick(seat.app?.entries() ?? [], number);
    if (!entry) return;
    const form = this.world.formOfEntry.get(entry.id);
    await this.world.act(seat, async (app) => {
      // The disk may fail: then nothing has changed.
      const discarded = await app.discard(entry.id).catch(() => null);
      if (form && discarded?.isGone) form.discarded = discarded.warning;
    });
  }
}
