import type { ShownSent } from '../app/appTypes';
import type { SimDevice } from '../browser/simDevice';
import { idsOf } from '../rig/forms';
import { type Facts, markIn } from './facts';
import type { AssertInvariant } from './violation';

/** What the passes say that they did, and what the outbox lists as sent. */
export class ReportChecks {
  /**
   * How much each report of a device says that it pushed, by the time and person of the report: every tab shows the
   * same one.
   */
  private pushed = new Map<SimDevice, Map<string, number>>();

  constructor(
    private facts: Facts,
    private assertInvariant: AssertInvariant,
  ) {}

  check(): void {
    for (const { app, device } of this.facts.simulation.slots) {
      const report = app?.shown().lastReplay;
      if (!report) continue;
      const reports = this.pushed.get(device) ?? new Map<string, number>();
      this.pushed.set(device, reports.set(`${report.at} ${report.userId} ${report.pushed}`, report.pushed));
    }
    for (const [device, reports] of this.pushed) this.checkPushed(device, reports);
    for (const { app } of this.facts.simulation.slots) {
      for (const sent of app?.sentToday() ?? []) this.checkListed(sent);
    }
  }

  /** The server has recorded it, and with this content. A change to what stands there already changes nothing. */
  private checkListed({ id, mark }: ShownSent): void {
    const { simulation } = this.facts;
    const { effects } = simulation.server.ledger;
    const recorded = effects.filter(({ key }) => key === id).map(({ after }) => markIn(after));
    const [form] = simulation.formsOfWrite.get(id) ?? [];
    const mayBeNothing = form?.call === 'startVisit' || (form && this.facts.hasDouble(form));
    const isAsListed = recorded.length === 0 ? mayBeNothing : mark === null || recorded.includes(mark);
    this.assertInvariant(
      simulation.accepted.has(id) && isAsListed === true,
      'sentListed',
      () => `${form ? this.facts.nameOf(form) : id} is listed as sent with ${mark}, recorded is ${recorded.join()}`,
    );
  }

  /** Each press of an entry counts as pushed once, after the server said Yes to it. */
  private checkPushed(device: SimDevice, reports: ReadonlyMap<string, number>): void {
    const { facts, assertInvariant } = this;
    const said = [...reports.values()].reduce((sum, pushed) => sum + pushed, 0);
    const forms = facts.simulation.forms.filter((form) => form.device === device.name);
    const ids = new Set(forms.flatMap(idsOf).filter((id) => facts.simulation.accepted.has(id)));
    // A form that was not reported as taken may be pressed again after its entry was sent.
    const again = forms.filter((form) => facts.isAccepted(form)).map(({ presses }) => Math.max(0, presses.length - 1));
    const done = again.reduce((sum, count) => sum + count, ids.size);
    assertInvariant(
      said <= done,
      'pushed',
      () => `${device.name} says that it pushed ${said}, and the server took ${done}`,
    );
  }
}
