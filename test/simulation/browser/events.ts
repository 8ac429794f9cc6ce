/** An event as the app's listeners see it. */
export interface SimEvent {
  type: string;
  target: unknown;
  defaultPrevented: boolean;
  preventDefault(): void;
  stopPropagation(): void;
  [detail: string]: unknown;
}

type Listener = ((event: SimEvent) => void) | { handleEvent(event: SimEvent): void };

/** The part of EventTarget that the app uses: listeners, `on…` properties, and events that bubble to a parent. */
export class SimEventTarget {
  [handler: `on${string}`]: unknown;
  private listeners = new Map<string, Set<Listener>>();

  addEventListener(type: string, listener: Listener, options?: { once?: boolean } | boolean): void {
    const isOnce = typeof options === 'object' && options.once === true;
    const own = isOnce
      ? (event: SimEvent) => {
          this.removeEventListener(type, own);
          call(listener, event);
        }
      : listener;
    const ofType = this.listeners.get(type) ?? new Set();
    this.listeners.set(type, ofType.add(own));
  }

  removeEventListener(type: string, listener: Listener): void {
    this.listeners.get(type)?.delete(listener);
  }

  /** Runs the listeners of this target and then of its parents; false when one prevented the default. */
  protected fire(
    type: string,
    details: Record<string, unknown> = {},
    parents: readonly SimEventTarget[] = [],
  ): boolean {
    let isStopped = false;
    const event: SimEvent = {
      type,
      target: this,
      defaultPrevented: false,
      preventDefault: () => {
        event.defaultPrevented = true;
      },
      stopPropagation: () => {
        isStopped = true;
      },
      ...details,
    };
    for (const target of [this, ...parents]) {
      if (isStopped) break;
      target.runListeners(event);
    }
    return !event.defaultPrevented;
  }

  private runListeners(event: SimEvent): void {
    const handler = this[`on${event.type}`];
    if (typeof handler === 'function') handler.call(this, event);
    for (const listener of [...(this.listeners.get(event.type) ?? [])]) call(listener, event);
  }
}

function call(listener: Listener, event: SimEvent): void {
  if (typeof listener === 'function') listener(event);
  else listener.handleEvent(event);
}
