import type { App } from '../app/appEntry';
import type { AppCode } from '../app/bundle';
import { Kernel } from '../browser/kernel';
import type { Wire } from '../browser/network';
import { randomFrom } from '../../support/random';
import { SimDevice } from '../browser/simDevice';
import type { SimTab } from '../browser/simTab';

const noServer: Wire = () => Promise.reject(new Error('No script is running'));

/**
 * What runs the app as one tab of a device: the code is loaded once and serves a tab after the other. It is loaded
 * in a tab of its own: loading takes random numbers, which would make the first script of a process differ.
 */
export class TabSlotCode {
  private tab = new SimDevice(new Kernel(), 'loading', randomFrom(0), noServer).open(0);
  private loaded: ReturnType<AppCode['run']>;

  constructor(code: AppCode) {
    this.loaded = code.run(() => this.tab);
  }

  openIn(tab: SimTab): App {
    this.tab = tab;
    return this.loaded.openApp();
  }
}

/** One of the two tabs of a device, and the app in it. */
export class TabSlot {
  tab: SimTab | null = null;
  private open: App | null = null;
  /** When the first screen showed, ms since 1970; `null` before. */
  firstScreenAt: number | null = null;
  openedAt = 0;
  /** When it was last seen with a user, ms since 1970; 0: never since it was opened. */
  shownUserAt = 0;

  constructor(
    readonly device: SimDevice,
    readonly index: number,
    private code: TabSlotCode,
  ) {}

  get isAlive(): boolean {
    return this.tab?.isAlive() ?? false;
  }

  /** The app, when somebody can use it: open, awake and past its first screen. */
  get app(): App | null {
    return this.isAlive && this.firstScreenAt !== null && !this.tab?.isFrozen ? this.open : null;
  }

  /** The signed-in user of the app, as it shows. */
  get userId(): string | null {
    return this.app?.shown().userId ?? null;
  }

  /** The signed-in user of the app's store, also before the first screen. */
  get senderId(): string | null {
    return this.isAlive ? (this.open?.shown().userId ?? null) : null;
  }

  async start(): Promise<void> {
    if (this.isAlive) return;
    const tab = this.device.open(this.index);
    this.tab = tab;
    this.firstScreenAt = null;
    this.shownUserAt = 0;
    this.openedAt = this.device.kernel.now;
    const { kernel } = this.device;
    await kernel.run(() => {
      const app = this.code.openIn(tab);
      this.open = app;
      void app.begin(() => {
        this.firstScreenAt = kernel.now;
      });
    });
  }
}
