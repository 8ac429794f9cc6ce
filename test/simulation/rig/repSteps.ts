import { FormBook, pick } from './formBook';
import { type DeliveryHandle, type Form, mayPressAgain } from './forms';
import type { Seat } from './seat';
import type { Simulation } from './simulation';

/** How often 10 characters are repeated. */
const LONG_NOTE = 3_000;

/** What a rep does at a seat. A step that is not possible there and then does nothing. */
export class RepSteps {
  private book: FormBook;

  constructor(private simulation: Simulation) {
    this.book = new FormBook(simulation);
  }

  async start(seat: Seat, place: number): Promise<void> {
    const { simulation } = this;
    const rep = simulation.repAt(seat);
    const at = pick(simulation.server.cast.places, place);
    if (rep === null || !at) return;
    const { locationId } = at;
    const draft = `start visit ${simulation.server.cast.reps[rep]?.id} ${locationId} `;
    // Until a Yes or a No the button stands for one write, in every tab that knows of it.
    const known = simulation.formsOfWrite.get(seat.app?.startUnderWay(draft) ?? '')?.[0];
    if (known) {
      known.seat = seat;
      known.isClosed = false;
      await simulation.press(known, seat);
      return;
    }
    const form = this.book.open(seat, rep, {
      call: 'startVisit',
      draft,
      typed: null,
      marks: [],
      baseMark: null,
      basePriceCents: null,
      locationId,
      visit: null,
      delivery: null,
      content: { id: '', visitId: null, body: { location: locationId }, base: { baseVersion: null, over: null } },
    });
    form.visit = { form, id: null, locationId, isSubmitted: false };
    simulation.visits.push(form.visit);
    await simulation.press(form, seat);
  }

  /** A delivery in one of the rep's visits that look open, or outside every visit. */
  async deliver(seat: Seat, visit: number | null, place: number, box: number): Promise<void> {
    const rep = this.simulation.repAt(seat);
    if (rep === null) return;
    const open = this.book.visitsAt(seat, rep).filter(({ isSubmitted }) => !isSubmitted);
    const handle = visit === null ? null : (pick(open, visit) ?? null);
    const form = this.book.newDelivery(seat, rep, handle, place, box);
    if (!form) return;
    await this.book.type(form, seat);
    await this.simulation.press(form, seat);
  }

  /** A delivery outside every visit, with two presses of its button at once. */
  async deliverTwice(seat: Seat, place: number, box: number): Promise<void> {
    const rep = this.simulation.repAt(seat);
    const form = rep === null ? null : this.book.newDelivery(seat, rep, null, place, box);
    if (!form) return;
    await this.book.type(form, seat);
    await this.simulation.press(form, seat);
    await this.simulation.press(form, seat);
  }

  /** Fills in a delivery without pressing the button. */
  async typeDelivery(seat: Seat, place: number, box: number): Promise<void> {
    const rep = this.simulation.repAt(seat);
    if (rep === null) return;
    const form = this.book.newDelivery(seat, rep, null, place, box);
    if (form) await this.book.type(form, seat);
  }

  /** The same delivery as an earlier one, in a form of its own. */
  async deliverSame(seat: Seat, of: number): Promise<void> {
    const { simulation } = this;
    const rep = simulation.repAt(seat);
    const earlier = simulation.forms.filter(
      (form) => form.call === 'createDelivery' && form.rep === rep && form.device === seat.device.name,
    );
    const first = pick(earlier, of);
    const [itemId = ''] = simulation.server.cast.itemIds;
    if (rep === null || !first || typeof seat.app?.priceCentsOf(itemId) !== 'number') return;
    if (first.visit?.isSubmitted) return;
    const { writeId: _own, call, ...content } = first.content;
    const form = this.book.open(seat, rep, { ...first, call, content, marks: first.marks.slice(-1) });
    form.delivery = { form, id: null, visit: first.visit };
    simulation.deliveries.push(form.delivery);
    await this.book.type(form, seat);
    await simulation.press(form, seat);
  }

  /** Presses the newest form of the tab that was filled in and not pressed. */
  async save(seat: Seat): Promise<void> {
    const isOpen = (form: Form) =>
      form.seat === seat && form.presses.length === 0 && !form.isClosed && form.openedIn === seat.tab;
    const form = this.simulation.forms.findLast(isOpen);
    if (form && this.simulation.repAt(seat) === form.rep) await this.simulation.press(form, seat);
  }

  /** Opens a delivery, changes its quantity to a new one and, unless it `staysOpen`, saves. */
  edit(seat: Seat, delivery: number, staysOpen = false): Promise<void> {
    const rep = this.simulation.repAt(seat);
    return this.editTo(seat, pick(this.book.deliveriesAt(seat, rep ?? -1), delivery), null, staysOpen);
  }

  /** Changes a delivery to the quantity that an earlier change gave it. */
  editSame(seat: Seat, edit: number): Promise<void> {
    const rep = this.simulation.repAt(seat);
    const edits = this.simulation.forms.filter(
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
    const { simulation } = this;
    const rep = simulation.repAt(seat);
    const { tab } = seat;
    if (rep === null || !handle?.id) return;
    const { id } = handle;
    await simulation.act(seat, async (app) => {
      const shown = await app.readDelivery(id);
      if (!shown || seat.tab !== tab || simulation.repAt(seat) !== rep) return;
      const mark = quantity ?? simulation.newMark();
      const body = { lines: [{ item: simulation.server.cast.itemIds[0] ?? '', quantity: mark, packaging: 'each' }] };
      const form = this.book.open(seat, rep, {
        call: 'updateDelivery',
        draft: `edit delivery ${shown.id}`,
        typed: body.lines,
        marks: [String(mark)],
        baseMark: String(shown.mark),
        basePriceCents: shown.priceCents,
        locationId: handle.form.locationId,
        visit: handle.visit,
        delivery: handle,
        content: { id: shown.id, visitId: shown.visitId, body, base: { baseVersion: shown.version, over: shown.over } },
      });
      app.typeInto(form.draft, form.content.writeId, form.typed);
      if (!staysOpen) void simulation.press(form, seat);
    });
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
    const { simulation } = this;
    const rep = simulation.repAt(seat);
    const { tab } = seat;
    const own = this.book.visitsAt(seat, rep ?? -1).filter(({ isSubmitted }) => call === 'updateVisit' || !isSubmitted);
    const handle = pick(own, visit);
    if (rep === null || !handle?.id) return;
    const { id } = handle;
    await simulation.act(seat, async (app) => {
      const shown = await app.readVisit(id);
      if (!shown || seat.tab !== tab || simulation.repAt(seat) !== rep) return;
      if (call === 'submitVisit' && !shown.isOpen) return;
      const note = `note-${simulation.newMark()}`;
      const isComplete = call === 'submitVisit' && this.book.isRefilled(handle);
      const body = { outcome: isComplete ? 'completed' : 'partial', note: note + more };
      const form = this.book.open(seat, rep, {
        call,
        draft: `${call === 'submitVisit' ? 'submit' : 'edit'} visit ${shown.id}`,
        typed: body,
        marks: [note],
        baseMark: shown.note,
        basePriceCents: null,
        locationId: handle.locationId,
        visit: handle,
        delivery: null,
        content: { id: shown.id, visitId: shown.id, body, base: { baseVersion: shown.version, over: shown.over } },
      });
      app.typeInto(form.draft, form.content.writeId, form.typed);
      void simulation.press(form, seat);
    });
  }

  /** Presses the newest form again whose press failed. */
  async pressAgain(seat: Seat): Promise<void> {
    const form = this.simulation.forms.findLast(
      (one) => one.seat === seat && one.call !== 'startVisit' && mayPressAgain(one),
    );
    if (form && this.simulation.repAt(seat) === form.rep) await this.simulation.press(form, seat);
  }

  /** Takes back a draft that the app offers, changed or as it is, and presses. */
  async restore(seat: Seat, number: number, isChanged: boolean): Promise<void> {
    const { simulation } = this;
    const offered = pick(seat.app?.offeredDrafts() ?? [], number);
    if (!offered) return;
    const form = simulation.forms.find(
      ({ content, rep }) => content.writeId === offered.writeId && rep === simulation.repAt(seat),
    );
    if (!form) return;
    form.seat = seat;
    form.openedIn = seat.tab;
    form.isClosed = false;
    if (isChanged && form.call === 'createDelivery') {
      const mark = simulation.newMark();
      form.marks.push(String(mark));
      const lines = [{ item: simulation.server.cast.itemIds[0] ?? '', quantity: mark, packaging: 'each' }];
      form.content = { ...form.content, body: { ...form.content.body, lines } };
      form.typed = form.content.body;
      await this.book.type(form, seat);
    }
    await simulation.press(form, seat);
  }

  /** Discards an entry in the outbox, after reading what the dialog says. */
  async discard(seat: Seat, number: number): Promise<void> {
    const entry = pick(seat.app?.entries() ?? [], number);
    if (!entry) return;
    await this.simulation.act(seat, async (app) => {
      const formsOf = (ids: readonly string[]) => ids.flatMap((id) => this.simulation.formsOfWrite.get(id) ?? []);
      const asked = formsOf(app.chainOf(entry.id));
      for (const form of asked) form.discardingIn = seat.tab;
      // The disk may fail: then nothing has changed.
      const discarded = await app.discard(entry.id).catch(() => null);
      for (const form of asked) form.discardingIn = null;
      for (const form of formsOf(discarded?.ids ?? [])) form.discarded = discarded?.warning ?? null;
    });
  }
}
