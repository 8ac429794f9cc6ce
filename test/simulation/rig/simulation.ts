import { isLocalId } from '../../../src/domain/ids';
import type { App } from '../app/appEntry';
import type { Outcome } from '../app/appTypes';
import { Kernel } from '../browser/kernel';
import { QUEUE_DATABASE } from '../../browser/device/queueRecords';
import { type Random, randomFrom } from '../../support/random';
import type { Sent } from '../browser/network';
import { SimDevice } from '../browser/simDevice';
import type { SimTab } from '../browser/simTab';
import { Commands } from './commands';
import type { DeliveryHandle, Form, Press, VisitHandle } from './forms';
import { entriesOnDisk } from './marks';
import { RealServer } from './realServer';
import { TabSlot, type TabSlotCode } from './tabSlot';

export const DEVICES = 2;
export const TABS = 2;

/** Marks begin here, so that they stand out from every other number. */
const FIRST_MARK = 1_001;

/** What a device's person did last about who is signed in. */
export interface Expected {
  /** Index of the rep who is signed in; `null` after a sign-out. */
  rep: number | null;
  /** The API refused the session: nobody is signed in, or the user is deactivated. */
  wasRefused: boolean;
  /** The last such response said that nobody is signed in: what waits stays on the disk and is not shown. */
  isSignedOut: boolean;
  /** The tab in which somebody has pressed Sign in, and waits. */
  signingIn: SimTab | null;
  /** When the rep signed in, ms since 1970; 0 before the script. */
  signedInAt: number;
}

/** What lets everything be tried again. */
type Trigger = 'online' | 'open' | 'signIn' | 'sync' | 'focus' | 'thaw' | 'command';

/** The price that a form shows, cents; `null` for a visit, and where it need not be the one that is recorded. */
export const priceShownBy = ({ content, basePriceCents, showsOtherPrices }: Form, app: App, itemId: string) =>
  'lines' in content.body && !showsOtherPrices ? (basePriceCents ?? app.priceCentsOf(itemId)) : null;

/** Devices, tabs, the server and all that was done: what the steps change and the oracle reads. */
export class Simulation {
  readonly forms: Form[] = [];
  readonly visits: VisitHandle[] = [];
  readonly deliveries: DeliveryHandle[] = [];
  readonly slots: TabSlot[] = [];
  readonly expected: Expected[] = [];
  /** The forms that were pressed, by the id of their write: several presses of a button may be one write. */
  readonly formsOfWrite = new Map<string, Form[]>();
  /** The writes to which the server has said Yes, whether a device heard of it or not, by their ids. */
  readonly accepted = new Set<string>();
  /** Reps whom the admin has deactivated, by index. */
  readonly inactive = new Set<number>();
  /** Called when a tab shows the outcome of a press. */
  onOutcome: (form: Form, press: Press, outcome: Outcome) => void = () => undefined;
  /** Called when something was committed to the queue's database of a device. */
  onQueueCommit: (device: SimDevice) => void = () => undefined;
  /** Called when the server has said Yes to a write. */
  onYes: (key: string) => void = () => undefined;
  /** Called when the server has responded to a request. */
  onServed: (sent: Sent) => void = () => undefined;
  readonly uncaught: unknown[] = [];
  /** Connections of tabs that did not make way for a newer build, as `device.tab`. */
  readonly inTheWay: string[] = [];
  /** Since when the disk of a device has had no fault, ms since 1970; Infinity while it has one. */
  readonly diskSoundSince = new Map<string, number>();
  /** The same without the connections that were cut: those can be opened again. */
  readonly diskModeSoundSince = new Map<string, number>();
  /** When the connections of a device to its disk were cut, ms since 1970. */
  readonly cuts: { at: number; device: string }[] = [];
  /** What a person or the browser did that lets everything be tried again, and when. */
  readonly triggers: { at: number; device: string; what: Trigger }[] = [];
  /** Refused entries whose Edit opened a form that corrects nothing. */
  readonly uncorrected: string[] = [];
  /** How often each fault took effect. */
  readonly faults = new Map<string, number>();
  /** How often each command of the outbox was given, and with which result it was not carried out. */
  readonly given = new Map<string, number>();
  readonly commands = new Commands(this);
  private marks = FIRST_MARK;
  private presses = 0;

  private constructor(
    readonly kernel: Kernel,
    readonly random: Random,
    readonly server: RealServer,
    readonly devices: readonly SimDevice[],
  ) {}

  static async begin(seed: number, codes: readonly TabSlotCode[]): Promise<Simulation> {
    const kernel = new Kernel();
    const random = randomFrom(seed);
    const server = await RealServer.begin(kernel);
    const devices: SimDevice[] = [];
    for (let at = 0; at < DEVICES; at += 1) devices.push(new SimDevice(kernel, `d${at}`, random, server.wire));
    const simulation = new Simulation(kernel, random, server, devices);
    for (const [at, device] of devices.entries()) {
      simulation.expected.push({ rep: null, wasRefused: false, isSignedOut: false, signingIn: null, signedInAt: 0 });
      device.disk.onFault = device.network.onFault = (name) => simulation.countFault(name);
      device.network.onServed = (sent) => {
        simulation.onServed(sent);
        const { status, key, method } = sent;
        if (status === 401 || status === 403) {
          const expected = simulation.expectedOf(device);
          // A 403 to somebody who was signed out names nobody.
          Object.assign(expected, { wasRefused: true, isSignedOut: status === 401 || expected.isSignedOut });
        }
        if (key === null || method === 'GET' || status === null || status >= 300) return;
        simulation.accepted.add(key);
        simulation.onYes(key);
      };
      device.network.userOf = (tab) => simulation.slots.find((slot) => slot.tab === tab)?.senderId ?? null;
      device.disk.onCommit = (tab, database) => simulation.committed(device, tab, database);
      for (let index = 0; index < TABS; index += 1) {
        const code = codes[at * TABS + index];
        if (code) simulation.slots.push(new TabSlot(device, index, code));
      }
    }
    return simulation;
  }

  countFault(name: string): void {
    this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
  }

  countCommand(name: string): void {
    this.given.set(name, (this.given.get(name) ?? 0) + 1);
  }

  slot(device: number, index: number): TabSlot {
    const slot = this.slots[(device % DEVICES) * TABS + (index % TABS)];
    if (!slot) throw new Error('No such tab');
    return slot;
  }

  expectedOf(device: SimDevice): Expected {
    const expected = this.expected[this.devices.indexOf(device)];
    if (!expected) throw new Error('No such device');
    return expected;
  }

  /** The rep who is signed in where somebody is about to do something; `null` when nobody can. */
  repAt(slot: TabSlot): number | null {
    const { userId } = slot;
    const rep = this.server.fixtures.reps.findIndex(({ id }) => id === userId);
    return rep < 0 ? null : rep;
  }

  trigger(device: SimDevice, what: Trigger): void {
    this.triggers.push({ at: this.kernel.now, device: device.name, what });
  }

  nextPress(): number {
    this.presses += 1;
    return this.presses;
  }

  newMark(): number {
    this.marks += 1;
    return this.marks - 1;
  }

  newWriteId(): string {
    return this.random.uuid();
  }

  /** Does something in the app, with everything that takes no time. */
  act(slot: TabSlot, work: (app: App) => unknown): Promise<void> {
    return this.kernel.run(() => {
      const { app } = slot;
      if (!app) return;
      Promise.resolve(work(app)).catch((error: unknown) => this.uncaught.push(error));
    });
  }

  /** Something was committed to a disk. */
  private committed(device: SimDevice, tab: SimTab, database: string): void {
    if (database === QUEUE_DATABASE) {
      this.commands.committed(device, tab);
      const ids = new Set(entriesOnDisk(device));
      for (const form of this.forms) {
        if (form.device !== device.name) continue;
        form.savedAt = ids.has(form.content.writeId) ? (form.savedAt ?? this.kernel.now) : null;
      }
      this.onQueueCommit(device);
    }
    tab.countStep();
  }

  /** Presses the form's button. */
  press(form: Form, slot: TabSlot): Promise<void> {
    const { tab } = slot;
    return this.act(slot, async (app) => {
      if (!tab) return;
      const { writeId } = form.content;
      const [itemId = ''] = this.server.fixtures.itemIds;
      form.content = { ...form.content, pricesAsOf: app.pricesAsOf() };
      const known = this.formsOfWrite.get(writeId) ?? [];
      this.formsOfWrite.set(writeId, [...known.filter((one) => one !== form), form]);
      const press: Press = {
        number: this.nextPress(),
        at: this.kernel.now,
        tab,
        outcome: null,
        shownAt: null,
        slowReadMs: { before: slot.device.disk.slowReadMs, after: null },
        command: null,
        replacedAt: null,
        mark: form.marks.at(-1) ?? null,
        priceCents: priceShownBy(form, app, itemId),
        disk: slot.device.disk.conditions,
        spareReads: app.spareReads(),
      };
      form.presses.push(press);
      const outcome = await app.press(form.draft, form.content, form.typed);
      if (!tab.isAlive()) return;
      press.outcome = outcome;
      press.shownAt = this.kernel.now;
      press.slowReadMs.after = slot.device.disk.slowReadMs;
      this.settle(form, outcome);
      press.spareReadsLeft = app.spareReads();
      this.onOutcome(form, press, outcome);
    });
  }

  /** The visit of a start. One that is pressed again may lead to another visit than the server's that it led to. */
  private visitStarted(visit: VisitHandle, id: string | null): VisitHandle {
    if (visit.id === null || visit.id === id || isLocalId(visit.id)) return Object.assign(visit, { id });
    const other = { ...visit, id, isSubmitted: false };
    this.visits.push(other);
    return other;
  }

  /** What the screen does with an outcome. */
  private settle(form: Form, outcome: Outcome): void {
    // Recorded or saved otherwise, or discarded before: the person leaves it at that.
    if (outcome.status === 410 || outcome.status === 422 || outcome.shown === 'validation') form.isClosed = true;
    if (outcome.shown !== 'queued' && outcome.shown !== 'done') return;
    form.isClosed = true;
    if (form.call === 'startVisit' && form.visit) form.visit = this.visitStarted(form.visit, outcome.id);
    if (form.call === 'createDelivery' && form.delivery) form.delivery.id = outcome.id;
    if (form.call === 'submitVisit' && form.visit) form.visit.isSubmitted = true;
  }
}
