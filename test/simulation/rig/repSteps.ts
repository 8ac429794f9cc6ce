import type { ChangeSteps } from './changeSteps';
import { FormBook, pick } from './formBook';
import { type Form, idsOf, mayPressAgain } from './forms';
import type { Seat } from './seat';
import type { Simulation } from './simulation';

/** What a rep does at a seat. A step that is not possible there and then does nothing. */
export class RepSteps {
  private book: FormBook;

  constructor(
    private simulation: Simulation,
    private changes: ChangeSteps,
  ) {
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
    form.visit = form.madeIn = { form, id: null, locationId, isSubmitted: false };
    simulation.visits.push(form.visit);
    await simulation.press(form, seat);
  }

  /** A delivery in one of the rep's visits that look open, or outside every visit. */
  async deliver(seat: Seat, visit: number | null, place: number, box: number): Promise<void> {
    const rep = this.simulation.repAt(seat);
    if (rep === null) return;
    const handle = visit === null ? null : (pick(this.book.openVisitsAt(seat, rep), visit) ?? null);
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
    if (form && this.simulation.repAt(seat) === form.rep) await this.changes.press(form, seat);
  }

  /** Presses the newest form again whose press failed. */
  async pressAgain(seat: Seat): Promise<void> {
    const form = this.simulation.forms.findLast(
      (one) => one.seat === seat && one.call !== 'startVisit' && mayPressAgain(one),
    );
    if (form && this.simulation.repAt(seat) === form.rep) await this.changes.press(form, seat);
  }

  /** Takes back a draft that the app offers, changed or as it is, and presses. */
  async restore(seat: Seat, number: number, isChanged: boolean): Promise<void> {
    const { simulation } = this;
    const offered = pick(seat.app?.offeredDrafts() ?? [], number);
    if (!offered) return;
    const form = simulation.forms.find(
      (one) => idsOf(one).includes(offered.writeId) && one.rep === simulation.repAt(seat),
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
    await this.changes.press(form, seat);
  }
}
