import type { ShownRefused } from '../app/appTypes';
import { isDone } from './commands';
import { FormBook, pick } from './formBook';
import type { DeliveryHandle, Form, VisitHandle } from './forms';
import type { TabSlot } from './tabSlot';
import { priceShownBy, type Simulation } from './simulation';

/** How often 10 characters are repeated. */
const LONG_NOTE = 3_000;

/** What distinguishes a note from all others, without what follows in a long one. */
const markOfNote = (note: string | null) => note?.split(' ')[0] ?? null;

interface ToEdit {
  handle: DeliveryHandle;
  /** By which its screen is opened. */
  id: string | null;
  /** The new quantity; by default one that nothing else has. */
  quantity?: number;
  /** The form is not saved. */
  staysOpen?: boolean;
  /** The entry in the outbox whose Edit was pressed. */
  refusedId?: string;
}

interface ToChange {
  handle: VisitHandle | undefined;
  id?: string | null;
  call: 'submitVisit' | 'updateVisit';
  /** What follows in the note. */
  more?: string;
  refusedId?: string;
}

/** What a rep changes in deliveries and visits that are there already. */
export class ChangeSteps {
  private book: FormBook;

  constructor(private simulation: Simulation) {
    this.book = new FormBook(simulation);
  }

  /** Opens a delivery, changes its quantity to a new one and, unless it `staysOpen`, saves. */
  async edit(slot: TabSlot, delivery: number, staysOpen = false): Promise<void> {
    const rep = this.simulation.repAt(slot);
    const handle = pick(this.book.deliveriesAt(slot, rep ?? -1), delivery);
    if (handle) await this.editDelivery(slot, { handle, id: handle.id, staysOpen });
  }

  /** Changes a delivery to the quantity that an earlier change gave it. */
  async editSame(slot: TabSlot, edit: number): Promise<void> {
    const rep = this.simulation.repAt(slot);
    const edits = this.simulation.forms.filter(
      (form) => form.call === 'updateDelivery' && form.rep === rep && form.device === slot.device.name,
    );
    const { delivery: handle, marks } = pick(edits, edit) ?? {};
    if (handle) await this.editDelivery(slot, { handle, id: handle.id, quantity: Number(marks?.[0]) });
  }

  submit(slot: TabSlot, visit: number): Promise<void> {
    const open = this.book.openVisitsAt(slot, this.simulation.repAt(slot) ?? -1);
    return this.changeVisit(slot, { handle: pick(open, visit), call: 'submitVisit' });
  }

  /** With a note of 30 KB now and then: much to read for a slow disk. */
  update(slot: TabSlot, visit: number, isLong: boolean): Promise<void> {
    const handle = pick(this.book.visitsAt(slot, this.simulation.repAt(slot) ?? -1), visit);
    const more = isLong ? ' and so on'.repeat(LONG_NOTE) : '';
    return this.changeVisit(slot, { handle, call: 'updateVisit', more });
  }

  /** Opens the screen of a visit: the device caches the visit and its deliveries. */
  async openVisit(slot: TabSlot, visit: number): Promise<void> {
    const id = pick(this.book.visitsAt(slot, this.simulation.repAt(slot) ?? -1), visit)?.id;
    if (id) await this.simulation.act(slot, (app) => app.openVisit(id));
  }

  /** Opens the form of a refused change by Edit in the outbox, changes it and saves. */
  async editRefused(slot: TabSlot, form: Form, { id: refusedId, editedId: id }: ShownRefused): Promise<void> {
    if (form.delivery) await this.editDelivery(slot, { handle: form.delivery, id, refusedId });
    else if (form.visit) await this.changeVisit(slot, { handle: form.visit, id, call: 'updateVisit', refusedId });
  }

  /** Presses Save: corrects the refused change of the same record when there is one, else sends the form. */
  async press(form: Form, slot: TabSlot, refusedId: string | null = null): Promise<void> {
    const { simulation } = this;
    const { app } = slot;
    const entryId = app?.correctedBy(form.content) ?? null;
    const refused = app?.refused() ?? [];
    const isRefused = refused.some(({ id }) => id === refusedId);
    if (isRefused && entryId === null) simulation.uncorrected.push(refusedId ?? '');
    if (!app || entryId === null) return simulation.press(form, slot);
    const [itemId = ''] = simulation.server.fixtures.itemIds;
    form.content = { ...form.content, pricesAsOf: app.pricesAsOf() };
    const corrected = refused.find(({ id }) => id === entryId);
    const base = app.baseAfter(entryId, form.content.base);
    const isRecorded = corrected?.resolution === 'recorded';
    await simulation.commands.run(
      slot,
      {
        ...{ name: isRecorded ? 'changeToMine' : 'edit', entryId, edited: form },
        ...{
          priceCents: priceShownBy(form, app, itemId),
          theirs: corrected?.isShownByForm ? corrected.theirs : null,
          recordedId: corrected?.recordedId ?? null,
        },
      },
      (running, force) => running.correct(entryId, form.content, force),
      (result) => {
        // The corrected submit ends the visit, so the form goes on as an update over the later change.
        if (result === 'superseded') form.content = { ...form.content, base };
        const isOfVisit = form.content.call === 'submitVisit';
        if (result === 'superseded' && isOfVisit) {
          form.call = 'updateVisit';
          form.content = { ...form.content, call: form.call };
        }
        if (result === 'notFound') form.showsOtherPrices = true;
        if (result === 'replaced') form.isClosed = true;
        // A later change waits behind it, or there is nothing to correct any more.
        else if (isDone(result) || result === 'notFound') void simulation.press(form, slot);
      },
    );
  }

  private async editDelivery(slot: TabSlot, { handle, id, quantity, staysOpen, refusedId }: ToEdit): Promise<void> {
    const { simulation } = this;
    const rep = simulation.repAt(slot);
    const { tab } = slot;
    if (rep === null || id === null) return;
    await simulation.act(slot, async (app) => {
      const shown = await app.readDelivery(id);
      if (!shown || slot.tab !== tab || simulation.repAt(slot) !== rep) return;
      const mark = quantity ?? simulation.newMark();
      const body = {
        lines: [{ item: simulation.server.fixtures.itemIds[0] ?? '', quantity: mark, packaging: 'each' }],
      };
      const form = this.book.open(slot, rep, {
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
      if (!staysOpen) void this.press(form, slot, refusedId);
    });
  }

  private async changeVisit(slot: TabSlot, { handle, id = handle?.id, call, more = '', refusedId }: ToChange) {
    const { simulation } = this;
    const rep = simulation.repAt(slot);
    const { tab } = slot;
    if (rep === null || !handle || !id) return;
    await simulation.act(slot, async (app) => {
      const shown = await app.readVisit(id);
      if (!shown || slot.tab !== tab || simulation.repAt(slot) !== rep) return;
      if (call === 'submitVisit' && !shown.isOpen) return;
      const note = `note-${simulation.newMark()}`;
      const isComplete = call === 'submitVisit' && this.book.isRefilled(handle);
      const body = { outcome: isComplete ? 'completed' : 'partial', note: note + more };
      const form = this.book.open(slot, rep, {
        call,
        draft: `${call === 'submitVisit' ? 'submit' : 'edit'} visit ${shown.id}`,
        typed: body,
        marks: [note],
        baseMark: markOfNote(shown.note),
        basePriceCents: null,
        locationId: handle.locationId,
        visit: handle,
        delivery: null,
        content: { id: shown.id, visitId: shown.id, body, base: { baseVersion: shown.version, over: shown.over } },
      });
      app.typeInto(form.draft, form.content.writeId, form.typed);
      void this.press(form, slot, refusedId);
    });
  }
}
