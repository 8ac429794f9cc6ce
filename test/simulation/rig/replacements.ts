import type { Command } from './commands';
import type { Form, Press, VisitHandle } from './forms';
import { serverIdOnDisk, type StoredEntry } from './marks';
import type { Simulation } from './simulation';

/** What becomes of forms when a command of the outbox replaces or removes their entries on the disk. */
export class Replacements {
  constructor(private simulation: Simulation) {}

  /** Its entry left the disk: by the command, or by a try of the same tab to which the server said Yes. */
  removed(command: Command, form: Form, id: string): void {
    command.isOpen = this.simulation.accepted.has(id);
    if (command.isOpen) return;
    command.isCarriedOut = true;
    // How the person was warned is noted when the command ends.
    form.discarded ??= command.name === 'leaveIt' ? 'leftAsRecorded' : 'mayBeRecorded';
  }

  /** Another entry replaced its entry. `started`: the visit for which the command has added a start. */
  replaced(command: Command, form: Form, entry: StoredEntry, started: VisitHandle | null): void {
    const { name, edited, theirs } = command;
    command.isCarriedOut = true;
    const last = form.presses.findLast(({ replacedAt }) => replacedAt === null);
    const [mark, shown] = edited
      ? [edited.marks.at(-1) ?? null, command.priceCents]
      : [last?.mark ?? null, last?.priceCents ?? null];
    // It edits what is recorded, and a line that is kept keeps its price.
    const priceCents = name === 'changeToMine' ? null : shown;
    const successor = name === 'changeToMine' ? this.successorOf(form, command, entry) : form;
    for (const press of successor.presses) press.replacedAt ??= this.simulation.kernel.now;
    successor.presses.push(this.pressOf(command, mark, priceCents));
    successor.wasWarned ||= command.wasWarned;
    if (edited) {
      successor.marks.push(...edited.marks);
      successor.content = { ...successor.content, body: { ...successor.content.body, ...edited.content.body } };
      edited.corrected = successor;
      edited.correctedIn = command.tab;
    }
    if (name === 'sendMine' || (name === 'edit' && theirs !== null)) form.baseMark = theirs;
    if (name === 'move') this.moved(form, command, entry, started);
    if (successor === form) this.renew(form, entry.id);
  }

  /** The start that a move has added, as if its button was pressed. */
  started(command: Command, entry: StoredEntry, moved: Form): VisitHandle {
    const { locationId } = moved;
    const form = this.newForm(moved, {
      call: 'startVisit',
      draft: '',
      typed: null,
      content: {
        ...{ call: 'startVisit', writeId: entry.id, id: '', visitId: null, body: { location: locationId } },
        ...{ base: { baseVersion: null, over: null }, pricesAsOf: null },
      },
      marks: [],
      baseMark: null,
      delivery: null,
      presses: [this.pressOf(command, null, null)],
      savedAt: null,
    });
    const visit: VisitHandle = { form, id: entry.creates, locationId, isSubmitted: false };
    form.visit = visit;
    this.simulation.visits.push(visit);
    return visit;
  }

  /** The form of the write that changes what is recorded to what this form holds. This form has come to its end. */
  private successorOf(form: Form, { theirs, recordedId, edited }: Command, { id, call }: StoredEntry): Form {
    // A form that corrects a refused submit, and does not show theirs, goes by the version of that try.
    const isOverSubmit = edited !== null && form.call === 'submitVisit' && theirs === null;
    if (!this.simulation.accepted.has(form.content.writeId)) form.discarded = 'leftAsRecorded';
    return this.newForm(form, {
      call,
      content: { ...form.content, call, writeId: id, id: recordedId ?? '' },
      marks: form.marks.slice(-1),
      baseMark: isOverSubmit ? form.baseMark : theirs,
      presses: [...form.presses],
    });
  }

  private newForm(of: Form, own: Partial<Form> & Pick<Form, 'content'>): Form {
    const { forms, formsOfWrite } = this.simulation;
    const fresh = { formerIds: [], basePriceCents: null, discarded: null, corrected: null, isClosed: true };
    const form: Form = { ...of, ...fresh, ...own, number: forms.length };
    forms.push(form);
    formsOfWrite.set(own.content.writeId, [form]);
    return form;
  }

  private pressOf(
    { name, number, at, tab, device, presses }: Command,
    mark: string | null,
    priceCents: number | null,
  ): Press {
    const press: Press = {
      number,
      at,
      tab,
      outcome: null,
      shownAt: null,
      slowReadMs: { before: 0, after: 0 },
      command: name,
      replacedAt: null,
      mark,
      priceCents,
      disk: device.disk.conditions,
      spareReads: [],
    };
    presses.push(press);
    return press;
  }

  /** Its write goes on under another id. */
  private renew(form: Form, id: string): void {
    const { writeId } = form.content;
    if (writeId === id) return;
    form.formerIds.push(writeId);
    form.content = { ...form.content, writeId: id };
    const { formsOfWrite } = this.simulation;
    formsOfWrite.set(id, [...(formsOfWrite.get(id) ?? []), form]);
  }

  /** It belongs to another visit now, and comes after everything that was saved before. */
  private moved(form: Form, { device }: Command, { visitId }: StoredEntry, started: VisitHandle | null): void {
    const { visits, kernel } = this.simulation;
    const known = serverIdOnDisk(device, visitId ?? '');
    const isKnown = ({ id }: VisitHandle) => id !== null && serverIdOnDisk(device, id) === known;
    // A visit that another device started.
    const other: VisitHandle = { form, id: known, locationId: form.locationId, isSubmitted: false };
    const visit = started ?? visits.find(isKnown) ?? other;
    if (visit === other) visits.push(other);
    form.visit = visit;
    form.savedAt = kernel.now;
    const { body } = form.content;
    form.content = { ...form.content, visitId, body: 'visit' in body ? { ...body, visit: visitId } : body };
    if (form.delivery) form.delivery.visit = visit;
    if (form.call !== 'submitVisit' && form.call !== 'updateVisit') return;
    form.content = { ...form.content, id: visitId ?? '' };
    form.movedFromMark ??= form.baseMark;
    form.baseMark = null;
    if (form.call === 'submitVisit') visit.isSubmitted = true;
  }
}
