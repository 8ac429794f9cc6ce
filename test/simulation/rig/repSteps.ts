import type { ChangeSteps } from './changeSteps';
import { FormBook, pick } from './formBook';
import { type Form, idsOf, mayPressAgain } from './forms';
import type { TabSlot } from './tabSlot';
import type { Simulation } from './simulation';

/** What a rep does in a tab. A step that is not possible there and then does nothing. */
export class RepSteps {
  private book: FormBook;

  constructor(
    private simulation: Simulation,
    private changes: ChangeSteps,
  ) {
    this.book = new FormBook(simulation);
  }

  async start(slot: TabSlot, location: number): Promise<void> {
    const { simulation } = this;
    const rep = simulation.repAt(slot);
    const at = pick(simulation.server.fixtures.locations, location);
    if (rep === null || !at) return;
    const { locationId } = at;
    const draft = `start visit ${simulation.server.fixtures.reps[rep]?.id} ${locationId} `;
    // Until a Yes or a No the button stands for one write, in every tab that knows of it.
    const known = simulation.formsOfWrite.get(slot.app?.startUnderWay(draft) ?? '')?.[0];
    if (known) {
      known.slot = slot;
      known.isClosed = false;
      await simulation.press(known, slot);
      return;
    }
    const form = this.book.open(slot, rep, {
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
    await simulation.press(form, slot);
  }

  /** A delivery in one of the rep's visits that look open, or outside every visit. */
  async deliver(slot: TabSlot, visit: number | null, location: number, box: number): Promise<void> {
    const rep = this.simulation.repAt(slot);
    if (rep === null) return;
    const handle = visit === null ? null : (pick(this.book.openVisitsAt(slot, rep), visit) ?? null);
    const form = this.book.newDelivery(slot, rep, handle, location, box);
    if (!form) return;
    await this.book.type(form, slot);
    await this.simulation.press(form, slot);
  }

  /** A delivery outside every visit, with two presses of its button at once. */
  async deliverTwice(slot: TabSlot, location: number, box: number): Promise<void> {
    const rep = this.simulation.repAt(slot);
    const form = rep === null ? null : this.book.newDelivery(slot, rep, null, location, box);
    if (!form) return;
    await this.book.type(form, slot);
    await this.simulation.press(form, slot);
    await this.simulation.press(form, slot);
  }

  /** Fills in a delivery without pressing the button. */
  async typeDelivery(slot: TabSlot, location: number, box: number): Promise<void> {
    const rep = this.simulation.repAt(slot);
    if (rep === null) return;
    const form = this.book.newDelivery(slot, rep, null, location, box);
    if (form) await this.book.type(form, slot);
  }

  /** The same delivery as an earlier one, in a form of its own. */
  async deliverSame(slot: TabSlot, of: number): Promise<void> {
    const { simulation } = this;
    const rep = simulation.repAt(slot);
    const earlier = simulation.forms.filter(
      (form) => form.call === 'createDelivery' && form.rep === rep && form.device === slot.device.name,
    );
    const first = pick(earlier, of);
    const [itemId = ''] = simulation.server.fixtures.itemIds;
    if (rep === null || !first || typeof slot.app?.priceCentsOf(itemId) !== 'number') return;
    if (first.visit?.isSubmitted) return;
    const { writeId: _own, call, ...content } = first.content;
    const form = this.book.open(slot, rep, { ...first, call, content, marks: first.marks.slice(-1) });
    form.delivery = { form, id: null, visit: first.visit };
    simulation.deliveries.push(form.delivery);
    await this.book.type(form, slot);
    await simulation.press(form, slot);
  }

  /** Presses the newest form of the tab that was filled in and not pressed. */
  async save(slot: TabSlot): Promise<void> {
    const isOpen = (form: Form) =>
      form.slot === slot && form.presses.length === 0 && !form.isClosed && form.openedIn === slot.tab;
    const form = this.simulation.forms.findLast(isOpen);
    if (form && this.simulation.repAt(slot) === form.rep) await this.changes.press(form, slot);
  }

  /** Presses the newest form again whose press failed. */
  async pressAgain(slot: TabSlot): Promise<void> {
    const form = this.simulation.forms.findLast(
      (one) => one.slot === slot && one.call !== 'startVisit' && mayPressAgain(one),
    );
    if (form && this.simulation.repAt(slot) === form.rep) await this.changes.press(form, slot);
  }

  /** Takes back a draft that the app offers, changed or as it is, and presses. */
  async restore(slot: TabSlot, number: number, isChanged: boolean): Promise<void> {
    const { simulation } = this;
    const offered = pick(slot.app?.offeredDrafts() ?? [], number);
    if (!offered) return;
    const form = simulation.forms.find(
      (one) => idsOf(one).includes(offered.writeId) && one.rep === simulation.repAt(slot),
    );
    if (!form) return;
    form.slot = slot;
    form.openedIn = slot.tab;
    form.isClosed = false;
    if (isChanged && form.call === 'createDelivery') {
      const mark = simulation.newMark();
      form.marks.push(String(mark));
      const lines = [{ item: simulation.server.fixtures.itemIds[0] ?? '', quantity: mark, packaging: 'each' }];
      form.content = { ...form.content, body: { ...form.content.body, lines } };
      form.typed = form.content.body;
      await this.book.type(form, slot);
    }
    await this.changes.press(form, slot);
  }
}
