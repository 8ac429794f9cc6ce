/** Everything that reaches a tab passes here: held back while the tab is frozen. */
export class Gate {
  private opened: Promise<void> | null = null;
  private open: () => void = () => undefined;

  shut(): void {
    this.opened = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  reopen(): void {
    this.opened = null;
    this.open();
  }

  /** Does the work now, or once the tab is no longer frozen. */
  run(work: () => void): void {
    if (this.opened) void this.opened.then(work);
    else work();
  }

  async pass<T>(result: Promise<T>): Promise<T> {
    const settled = await result.then(
      (value) => () => value,
      (error: unknown) => () => Promise.reject(error),
    );
    await this.opened;
    return settled();
  }
}
