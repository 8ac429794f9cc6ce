import type { SimDevice } from '../browser/simDevice';
import { AdminSteps } from '../rig/adminSteps';
import { ChangeSteps } from '../rig/changeSteps';
import { DeviceSteps } from '../rig/deviceSteps';
import { OutboxSteps } from '../rig/outboxSteps';
import { RepSteps } from '../rig/repSteps';
import type { TabSlot } from '../rig/tabSlot';
import type { Simulation } from '../rig/simulation';

export type Arg = string | number;

/** Everything that steps act on. */
export class StepContext {
  readonly reps: RepSteps;
  readonly changes: ChangeSteps;
  readonly outbox: OutboxSteps;
  readonly devices: DeviceSteps;
  readonly admin: AdminSteps;

  constructor(readonly simulation: Simulation) {
    this.changes = new ChangeSteps(simulation);
    this.reps = new RepSteps(simulation, this.changes);
    this.outbox = new OutboxSteps(simulation, this.changes);
    this.devices = new DeviceSteps(simulation);
    this.admin = new AdminSteps(simulation);
  }

  /** Such as `0.1`: the second tab of the first device. */
  slot(text: string): TabSlot {
    const [device = '0', index = '0'] = text.split('.');
    return this.simulation.slot(Number(device), Number(index));
  }

  /** Where a rep does something: the tab named, else another one that can be used. */
  usable(text: string): TabSlot {
    const wanted = this.slot(text);
    if (this.canWork(wanted)) return wanted;
    const others = this.simulation.slots.filter((slot) => this.canWork(slot));
    return others.find(({ device }) => device === wanted.device) ?? others[0] ?? wanted;
  }

  private canWork(slot: TabSlot): boolean {
    return slot.app !== null && this.simulation.repAt(slot) !== null;
  }

  device(number: number): SimDevice {
    const device = this.simulation.devices[number];
    if (!device) throw new Error(`No device ${number}`);
    return device;
  }

  async open(slot: TabSlot): Promise<void> {
    if (slot.isAlive) return;
    this.simulation.trigger(slot.device, 'open');
    await slot.start();
  }

  async sync(slot: TabSlot): Promise<void> {
    if (!slot.app) return;
    this.simulation.trigger(slot.device, 'sync');
    await this.simulation.act(slot, (app) => app.sync());
  }

  async readItems(slot: TabSlot): Promise<void> {
    await this.simulation.act(slot, (app) => app.readItems());
  }

  async focus(slot: TabSlot): Promise<void> {
    this.simulation.trigger(slot.device, 'focus');
    await this.simulation.kernel.run(() => {
      if (slot.app) slot.tab?.window.say('focus');
    });
  }

  async thaw(slot: TabSlot): Promise<void> {
    this.simulation.trigger(slot.device, 'thaw');
    await this.devices.thaw(slot);
  }

  async signIn(slot: TabSlot, rep: number): Promise<void> {
    this.simulation.trigger(slot.device, 'signIn');
    await this.devices.signIn(slot, rep);
  }

  async setOnline(number: number, online: boolean): Promise<void> {
    const device = this.device(number);
    if (device.network.online === online) return;
    if (online) this.simulation.trigger(device, 'online');
    device.setOnline(online);
    await this.simulation.kernel.advance(0);
  }
}
