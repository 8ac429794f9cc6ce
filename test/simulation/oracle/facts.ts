import type { Sent } from '../browser/network';
import { type Form, lastPress } from '../world/forms';
import type { Effect } from '../world/ledger';
import { queueRecords } from '../world/marks';
import { isEntryOf, type World } from '../world/world';

/** What the oracle knows about forms from the disks, the wire and the tables. */
export class Facts {
  private forms = new Map<string, Form | null>();

  constructor(readonly world: World) {}

  nameOf(form: Form): string {
    const content = form.marks.join('/') || form.locationId.slice(-4);
    return `form ${form.number} (${form.call} ${content}, rep ${form.rep}, ${form.device}.${form.seat.place})`;
  }

  deviceOf(form: Form) {
    const device = this.world.devices.find(({ name }) => name === form.device);
    if (!device) throw new Error('No such device');
    return device;
  }

  /** The records of its entry on the device's disk; more than one when it was saved twice. */
  onDisk(form: Form): string[] {
    return queueRecords(this.deviceOf(form))
      .filter(({ text }) => isEntryOf(form, text))
      .map(({ id }) => id);
  }

  /** The form whose write this request is; `null` for none. */
  formOf({ key, body, tab, method }: Sent): Form | null {
    if (key === null || method === 'GET') return null;
    const known = this.forms.get(key);
    if (known !== undefined) return known;
    const byEntry = this.world.formOfEntry.get(key);
    const device = tab.device.name;
    const byBody = this.world.forms.findLast(
      (form) => form.device === device && form.marks.some((mark) => body.includes(mark)) && lastPress(form) !== null,
    );
    const form = byEntry ?? byBody ?? null;
    this.forms.set(key, form);
    return form;
  }

  sentFor(form: Form): Sent[] {
    return this.deviceOf(form).network.sent.filter((sent) => this.formOf(sent) === form);
  }

  /** The server said Yes to one of its requests, whether the device heard of it or not. */
  hasYes(form: Form): boolean {
    return this.sentFor(form).some(({ status }) => status !== null && status < 300);
  }

  /** Forms of the same content count together: which effect is whose can't be told. */
  alike(form: Form): Form[] {
    if (form.marks.length === 0) return [form];
    return this.world.forms.filter(
      (other) => other.call === form.call && other.marks.some((mark) => form.marks.includes(mark)),
    );
  }

  creationsOf(forms: readonly Form[]): Effect[] {
    const marks = new Set(forms.flatMap((form) => form.marks));
    return this.world.server.ledger.effects.filter(
      (effect) => effect.entity === 'delivery' && effect.isNew && marks.has(effect.after),
    );
  }

  /** The form that made an effect; `null` for the admin's. */
  formOfEffect(effect: Effect): Form | null {
    if (effect.key === null) return null;
    const { key } = effect;
    const sent = this.world.devices.flatMap(({ network }) => network.sent).find((one) => one.key === key);
    return sent ? this.formOf(sent) : null;
  }
}

/** The note or quantity that a ledger content names. */
export const markIn = (content: string): string => content.split('|')[0] ?? '';
