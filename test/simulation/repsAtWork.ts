import { asId } from '../../src/api/answers/shape';
import { isQueued, type QueuedWrite, type WriteResult } from '../../src/api/queuedWrites';
import type { QueuedCallName } from '../../src/contract/calls';
import { syncRequested } from '../../src/offline/actions';
import type { Op, VisitHandle } from './ops';
import { SimDevice } from './simDevice';

/** What the reps of a device do, each deed noted with what they were told of it. */
export class RepsAtWork extends SimDevice {
  private make(tab: number, call: QueuedCallName, path: string, body: unknown, about: Partial<Op>): Op | null {
    const user = this.userOf(tab);
    if (user === null || !this.tab(tab).isReady()) return null;
    this.step += 1;
    const method = call.startsWith('update') ? 'PATCH' : 'POST';
    const write: QueuedWrite = {
      id: this.newId(),
      ts: this.clock.now(),
      call,
      method,
      path,
      body,
      visitId: this.visitOf(about),
      baseVersion: null,
      over: null,
      pricesAsOf: null,
    };
    const base = { visit: null, location: null, delivery: null, ...about };
    const op: Op = {
      id: write.id,
      keys: [write.id],
      mended: false,
      tabId: this.tab(tab).tabId,
      pressedAgain: false,
      call,
      user,
      tab,
      order: this.step,
      claimedAt: null,
      told: 'nothing yet',
      write,
      ...base,
    };
    this.ops.push(op);
    return op;
  }

  /** An edit of a delivery says which visit it belongs to, as its screen knows it; the others name theirs. */
  private visitOf({ delivery, visit }: Partial<Op>): string | null {
    const handle = this.visits.find(({ token }) => token === visit);
    return delivery ? (handle?.id ?? null) : null;
  }

  /** Presses the button of a change. */
  press(op: Op | null, onAnswer: (id: string) => void = () => {}): Op | null {
    if (!op) return null;
    const saved = (result: WriteResult) => {
      if ('error' in result) op.told = result.error.kind === 'notSaved' ? 'not saved' : 'refused';
      else if (isQueued(result.data)) {
        op.id = result.data.id;
        op.keys.push(op.id);
        op.told = 'saved locally';
        this.step += 1;
        op.claimedAt = this.step;
        onAnswer(result.data.localId ?? '');
      } else {
        op.told = 'answered';
        onAnswer(asId(result.data));
      }
    };
    this.tab(op.tab)
      .write(op.write)
      .then(saved)
      .catch((error) => this.uncaught.push(error));
    return op;
  }

  startVisit(tab: number, location: string): Op | null {
    const token = this.step + 1;
    const op = this.make(tab, 'startVisit', '/visits', { location }, { location, visit: token });
    return this.press(op, (id) => {
      const known = this.visits.find((visit) => visit.id === id);
      if (op && known) op.visit = known.token;
      else if (op) this.visits.push({ token, id, user: op.user, location });
    });
  }

  deliver(tab: number, visit: VisitHandle | null, poison = false): Op | null {
    const item = `item-${this.ops.length + 1}${poison ? '-poison' : ''}`;
    const lines = [{ item, quantity: 1, packaging: 'each' }];
    const location = visit?.location ?? 'L0';
    const body = { repName: '', location, box: 'b1', lines, ...(visit ? { visit: visit.id } : {}) };
    const op = this.make(tab, 'createDelivery', '/deliveries', body, { visit: visit?.token ?? null, location });
    return this.press(op, (id) => {
      if (op) op.delivery = id;
      if (op) this.deliveries.push({ id, visit: visit?.token ?? null, user: op.user, order: op.order });
    });
  }

  editDelivery(tab: number, position: number): Op | null {
    const own = this.deliveries.filter((one) => one.user === this.userOf(tab) && one.id);
    const delivery = own[position % own.length];
    if (!delivery) return null;
    const lines = [{ item: `item-${this.ops.length + 1}`, quantity: 2, packaging: 'case' }];
    const about = { delivery: delivery.id, visit: delivery.visit };
    return this.press(this.make(tab, 'updateDelivery', `/deliveries/${delivery.id}`, { lines }, about));
  }

  changeVisit(tab: number, call: 'submitVisit' | 'updateVisit', visit: VisitHandle, poison = false): Op | null {
    const note = `note-${this.ops.length + 1}${poison ? '-poison' : ''}`;
    const path = `/visits/${visit.id}${call === 'submitVisit' ? '/submit' : ''}`;
    const about = { visit: visit.token, location: visit.location };
    return this.press(this.make(tab, call, path, { outcome: 'partial', note }, about));
  }

  /** Presses the button of an unchanged form again, after the server's last word on it was no. */
  pressAgain(position: number): void {
    const refused = this.ops.filter((op) => op.told === 'refused' && op.call !== 'startVisit');
    const op = refused[position % refused.length];
    if (!op || this.userOf(op.tab) !== op.user || this.tab(op.tab).tabId !== op.tabId) return;
    op.pressedAgain = true;
    op.told = 'nothing yet';
    this.step += 1;
    op.order = this.step;
    this.press(op);
  }

  async discard(tab: number, position: number): Promise<void> {
    const entries = this.tab(tab)
      .store.getState()
      .queue.entries.filter((head) => head.userId === this.userOf(tab));
    const head = entries[position % entries.length];
    if (!head || !this.tab(tab).isAlive()) return;
    const undo = this.markDiscarded(head.id);
    await this.within(this.tab(tab).choices.discard(head.id), head.id, undo);
  }

  /** A person mends a refused entry: the new one takes the place of the old. */
  async mend(tab: number, position: number): Promise<void> {
    const entries = this.tab(tab).store.getState().queue.entries;
    const refused = entries.filter((head) => head.state === 'refused' && head.userId === this.userOf(tab));
    const head = refused[position % refused.length];
    if (!head || !this.tab(tab).isAlive()) return;
    const op = this.ops.find(({ keys }) => keys.includes(head.id));
    const body = JSON.parse(JSON.stringify(op?.write.body ?? {}).replaceAll('-poison', ''));
    const newId = this.newId();
    const undo = this.markDiscarded(head.id);
    if (op) Object.assign(op, { keys: [...op.keys, newId], mended: true });
    await this.within(this.tab(tab).choices.edit(head.id, newId, body), head.id, undo);
    if (op && this.disk.durable.get('entries')?.has(newId)) op.id = newId;
  }

  /** Gives what takes it back. Asked for twice, one finds nothing, and takes nothing back that the other has done. */
  private markDiscarded(id: string): () => unknown {
    if (this.discarded.has(id)) return () => {};
    this.discarded.add(id);
    return () => this.dropped.has(id) || this.discarded.delete(id);
  }

  /** A failing disk may refuse a person's choice, and a tab may die over it before it could tell. */
  private async within(work: Promise<boolean>, id: string, undo: () => unknown): Promise<void> {
    const settle = (isDone: boolean) => {
      if (!isDone) return undo();
      this.dropped.add(id);
      return this.discarded.add(id);
    };
    work.then(settle, undo);
    await this.clock.settle();
  }

  sync(tab: number): void {
    if (this.tab(tab).isAlive()) this.tab(tab).store.dispatch(syncRequested({}));
  }
}
