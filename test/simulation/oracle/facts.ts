import { isLocalId } from '../../../src/domain/ids';
import { reachesServer, type Sent } from '../browser/network';
import { type Form, idsOf, isGivenUp, type Press, type VisitHandle } from '../rig/forms';
import type { Effect } from '../rig/ledger';
import { entriesOnDisk, entryOnDisk, serverIdOnDisk } from '../rig/marks';
import type { Simulation } from '../rig/simulation';

/**
 * What the oracle knows about forms from the disks, the wire and the tables. A form is known by the id of its write.
 */
export class Facts {
  constructor(readonly simulation: Simulation) {}

  nameOf(form: Form): string {
    const content = form.marks.join('/') || form.locationId.slice(-4);
    return `form ${form.number} (${form.call} ${content}, rep ${form.rep}, ${form.device}.${form.slot.index})`;
  }

  deviceOf(form: Pick<Form, 'device'>) {
    const device = this.simulation.devices.find(({ name }) => name === form.device);
    if (!device) throw new Error('No such device');
    return device;
  }

  /** Its entry is on the device's disk. */
  isOnDisk(form: Form): boolean {
    const ids = idsOf(form);
    return entriesOnDisk(this.deviceOf(form)).some((id) => ids.includes(id));
  }

  /** Its entry is on the device's disk, with the content of that press. */
  isOnDiskAs(form: Form, press: Press): boolean {
    const entry = entryOnDisk(this.deviceOf(form), form.content.writeId);
    return entry !== null && saysMark(JSON.stringify(entry), press);
  }

  /** It took effect with the content of that press. */
  hasEffectAs(form: Form, { mark }: Press): boolean {
    return this.effectsOf(form).some(({ after }) => markIn(after) === mark);
  }

  /** The server said Yes to it, whether the device heard of it or not. */
  isAccepted(form: Form): boolean {
    return idsOf(form).some((id) => this.simulation.accepted.has(id));
  }

  /** The same, to the content of that press. */
  isAcceptedAs(form: Form, { mark }: Press): boolean {
    return (
      this.isAccepted(form) && (mark === null || this.effectsOf(form).every(({ after }) => markIn(after) === mark))
    );
  }

  /** The form whose write this request is; `null` for none. */
  formOf({ key, method }: Sent): Form | null {
    return (method !== 'GET' && key !== null && this.simulation.formsOfWrite.get(key)?.[0]) || null;
  }

  /** When the request left that takes effect now, ms since 1970; the first of them if there are several. */
  sentAt(form: Form): number | null {
    const ids = idsOf(form);
    const underWay = this.deviceOf(form).network.sent.filter(
      ({ key, method, status, fault }) =>
        key !== null && ids.includes(key) && method !== 'GET' && status === null && reachesServer(fault),
    );
    return underWay[0]?.at ?? null;
  }

  /** The form that made an effect; `null` for the admin's. */
  formOfEffect({ key }: Effect): Form | null {
    return (key !== null && this.simulation.formsOfWrite.get(key)?.[0]) || null;
  }

  /**
   * How many of the requests of a write presses can have set off. A press with an outcome and no request sets off none
   * later, nor does one while another one of the same tab is under way.
   */
  pressesOf(writeId: string, requests: readonly Sent[]): number {
    const all = (this.simulation.formsOfWrite.get(writeId) ?? [])
      .flatMap(({ presses }) => presses)
      .filter(({ command }) => command === null)
      .sort((a, b) => a.at - b.at);
    const isUnderWay = (press: Press, at: number) =>
      all.slice(0, at).some(({ tab, shownAt }) => tab === press.tab && (shownAt === null || shownAt > press.at));
    const mayHaveSent = ({ tab, at, shownAt }: Press) =>
      shownAt === null || requests.some((sent) => sent.tab === tab && sent.at >= at && sent.at <= shownAt);
    return all.filter((press, at) => !isUnderWay(press, at) && mayHaveSent(press)).length;
  }

  /** Both are about one visit of the server, by whatever ids their device knows it. */
  isSameVisit({ visit, ...form }: Form, { visit: other }: Form): boolean {
    if (visit === null || other === null) return false;
    const idOf = (id: string | null) => id && serverIdOnDisk(this.deviceOf(form), id);
    const id = idOf(idOfVisit(visit));
    return visit === other || (id !== null && id === idOf(idOfVisit(other)));
  }

  /** The screens of both named one visit when they were pressed. A start that is sent later may lead to another one. */
  namedSameVisit({ content }: Form, { content: other }: Form): boolean {
    return content.visitId !== null && content.visitId === other.visitId;
  }

  /**
   * A start that waits continues a visit that its device has read: its form got that visit, or the disk has that
   * visit's id for the local one.
   */
  continuesKnownVisit({ call, visit, ...form }: Form): boolean {
    const id = visit && idOfVisit(visit);
    return call === 'startVisit' && id !== null && !isLocalId(serverIdOnDisk(this.deviceOf(form), id));
  }

  /** The forms whose write made what has this local id. */
  makersOf(localId: string): readonly Form[] {
    return this.simulation.formsOfWrite.get(localId.replace('local-', '')) ?? [];
  }

  /** Another write has submitted its visit, or its visit is not going to start: it ends no visit any more. */
  isVisitOver({ visit, ...form }: Form): boolean {
    if (!visit) return false;
    const id = visit.id && serverIdOnDisk(this.deviceOf(form), visit.id);
    const isSubmitted = this.simulation.server.ledger.effects.some(
      (effect) => effect.id === id && effect.after.endsWith('|true'),
    );
    // The device may have answered its start with a visit that another start had made.
    const makers = [visit.form, ...this.makersOf(visit.id ?? '')];
    return isSubmitted || makers.some((one) => one.call === 'startVisit' && isGivenUp(one));
  }

  /** The forms whose entries a screen shows as refused by the server, or by their device. */
  refused(): Set<Form> {
    const { slots, formsOfWrite } = this.simulation;
    const entries = slots.flatMap(({ app }) => app?.entries() ?? []);
    const isNo = (status: number | null) => status === null || (status >= 400 && status < 500);
    const refused = entries.filter(({ state, status }) => state === 'refused' && isNo(status));
    return new Set(refused.flatMap(({ id }) => formsOfWrite.get(id) ?? []));
  }

  effectsOf(form: Form): Effect[] {
    const ids = idsOf(form);
    return this.simulation.server.ledger.effects.filter(({ key }) => key !== null && ids.includes(key));
  }

  /** Another form says the same, so that a change of it may change nothing. */
  hasDouble(form: Form): boolean {
    return this.simulation.forms.some(
      (other) => other !== form && other.marks.some((mark) => form.marks.includes(mark)),
    );
  }
}

/** A start on the device gives its visit a local id. Its tab may have ended before it could show that. */
const idOfVisit = ({ id, form }: VisitHandle): string | null =>
  id ?? (form.call === 'startVisit' ? `local-${form.content.writeId}` : null);

/** Whether the bytes of a request or an entry say what a press said. */
export const saysMark = (body: string, { mark }: Press): boolean =>
  mark === null || body.includes(mark.startsWith('note-') ? mark : `"quantity":${mark},`);

/** The note or quantity that a ledger content names. */
export const markIn = (content: string): string => content.split('|')[0] ?? '';
