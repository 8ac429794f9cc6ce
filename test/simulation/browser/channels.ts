import { SimEventTarget } from './events';
import type { Kernel } from './kernel';
import type { SimTab } from './simTab';

interface SimPort {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage: (data: unknown) => void;
  close: () => void;
}

/** What a tab sees as a new MessageChannel: each port gets what the other posts, in a task of its own. */
export function messageChannelOf(tab: SimTab): { port1: SimPort; port2: SimPort } {
  let isOpen = true;
  const portTo = (other: () => SimPort): SimPort => ({
    onmessage: null,
    postMessage: (data) => {
      const copy = structuredClone(data);
      tab.device.kernel.after(0, tab, () => {
        if (isOpen) other().onmessage?.({ data: copy });
      });
    },
    close: () => {
      isOpen = false;
    },
  });
  const port1 = portTo(() => port2);
  const port2 = portTo(() => port1);
  return { port1, port2 };
}

/** The BroadcastChannels of one device. */
export class Channels {
  private open = new Set<{ name: string; tab: SimTab; receive: (data: unknown) => void }>();

  constructor(private kernel: Kernel) {}

  /** What a tab sees as the constructor. */
  classOf(tab: SimTab) {
    const { open, kernel } = this;
    return class BroadcastChannel extends SimEventTarget {
      private own;

      constructor(readonly name: string) {
        super();
        this.own = { name, tab, receive: (data: unknown) => void this.fire('message', { data }) };
        open.add(this.own);
      }

      postMessage(data: unknown): void {
        const copy = structuredClone(data);
        for (const other of open) {
          if (other === this.own || other.name !== this.name) continue;
          kernel.after(0, other.tab, () => other.receive(copy));
        }
      }

      close(): void {
        open.delete(this.own);
      }
    };
  }

  forget(tab: SimTab): void {
    for (const channel of [...this.open]) if (channel.tab === tab) this.open.delete(channel);
  }
}
