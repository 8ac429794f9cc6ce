import type { SimDevice } from '../browser/simDevice';
import type { Facts } from './facts';
import type { Must } from './violation';

/** What the passes say that they did. */
export class ReportChecks {
  /** How much each report of a device says that it pushed, by the time and person of the report: every tab shows the same one. */
  private pushed = new Map<SimDevice, Map<string, number>>();

  constructor(
    private facts: Facts,
    private must: Must,
  ) {}

  check(): void {
    for (const { app, device } of this.facts.simulation.seats) {
      const report = app?.shown().lastReplay;
      if (!report) continue;
      const reports = this.pushed.get(device) ?? new Map<string, number>();
      this.pushed.set(device, reports.set(`${report.at} ${report.userId} ${report.pushed}`, report.pushed));
    }
    for (const [device, reports] of this.pushed) this.checkPushed(device, reports);
  }

  /** Each entry counts as pushed once, after the server said Yes to it. */
  private checkPushed(device: SimDevice, reports: ReadonlyMap<string, number>): void {
    const { facts, must } = this;
    const said = [...reports.values()].reduce((sum, pushed) => sum + pushed, 0);
    const writes = facts.simulation.forms.filter((form) => form.device === device.name && facts.hasYes(form));
    const done = new Set(writes.map(({ content }) => content.writeId)).size;
    must(said <= done, 'pushed', () => `${device.name} says that it pushed ${said}, and the server took ${done}`);
  }
}
