import type { SimDevice } from '../browser/simDevice';
import { AdminSteps } from '../rig/adminSteps';
import { ChangeSteps } from '../rig/changeSteps';
import { DeviceSteps } from '../rig/deviceSteps';
import { OutboxSteps } from '../rig/outboxSteps';
import { RepSteps } from '../rig/repSteps';
import type { Seat } from '../rig/seat';
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
  seat(text: string): Seat {
    const [device = '0', place = '0'] = text.split('.');
    return this.simulation.seat(Number(device), Number(place));
  }

  /** Where a rep does something: the tab named, else another one that can be used. */
  usable(text: string): Seat {
    const wanted = this.seat(text);
    if (this.canWork(wanted)) return wanted;
    const others = this.simulation.seats.filter((seat) => this.canWork(seat));
    return others.find(({ device }) => device === wanted.device) ?? others[0] ?? wanted;
  }

  private canWork(seat: Seat): boolean {
    return seat.app !== null && this.simulation.repAt(seat) !== null;
  }

  device(number: number): SimDevice {
    const device = this.simulation.devices[number];
    if (!device) throw new Error(`No device ${number}`);
    return device;
  }

  async open(seat: Seat): Promise<void> {
    if (seat.isAlive) return;
    this.simulation.trigger(seat.device, 'open');
    await seat.start();
  }

  async sync(seat: Seat): Promise<void> {
    if (!seat.app) return;
    this.simulation.trigger(seat.device, 'sync');
    await this.simulation.act(seat, (app) => app.sync());
  }

  async readItems(seat: Seat): Promise<void> {
    await this.simulation.act(seat, (app) => app.readItems());
  }

  async focus(seat: Seat): Promise<void> {
    this.simulation.trigger(seat.device, 'focus');
    await this.simulation.kernel.run(() => {
      if (seat.app) seat.tab?.window.say('focus');
    });
  }

  async thaw(seat: Seat): Promise<void> {
    this.simulation.trigger(seat.device, 'thaw');
    await this.devices.thaw(seat);
  }

  async signIn(seat: Seat, rep: number): Promise<void> {
    this.simulation.trigger(seat.device, 'signIn');
    await this.devices.signIn(seat, rep);
  }

  async setOnline(number: number, online: boolean): Promise<void> {
    const device = this.device(number);
    if (device.network.online === online) return;
    if (online) this.simulation.trigger(device, 'online');
    device.setOnline(online);
    await this.simulation.kernel.advance(0);
  }
}
