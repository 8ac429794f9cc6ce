/** Virtual time: nothing waits for a real clock, and the same script takes the same course every time. */
export class SimClock {
  /** ms since 1970, monotone. */
  elapsed = Date.UTC(2026, 0, 5, 8);
  /** How far the device's clock is off from it, ms. */
  skew = 0;
  private timers = new Set<{ at: number; order: number; work: () => void }>();
  private order = 0;
  /** Work under way that virtual time must wait for. */
  busy = 0;

  /** The time by the device's clock. */
  now = (): number => this.elapsed + this.skew;

  schedule = (work: () => void, delayMs: number): (() => void) => {
    this.order += 1;
    const timer = { at: this.elapsed + delayMs, order: this.order, work };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  };

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.schedule(resolve, ms));
  }

  /** Runs everything that needs no time to pass. */
  async settle(): Promise<void> {
    do {
      await new Promise<void>((resolve) => setImmediate(resolve));
    } while (this.busy > 0);
  }

  async advance(ms: number): Promise<void> {
    const until = this.elapsed + ms;
    await this.settle();
    for (;;) {
      const due = [...this.timers].filter((timer) => timer.at <= until);
      due.sort((a, b) => a.at - b.at || a.order - b.order);
      const first = due[0];
      if (!first) break;
      this.timers.delete(first);
      this.elapsed = Math.max(this.elapsed, first.at);
      first.work();
      await this.settle();
    }
    this.elapsed = until;
  }
}
