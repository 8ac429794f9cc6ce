import type { App } from '../app/appEntry';
import type { ShownEntry, ShownRefused } from '../app/appTypes';
import type { ChangeSteps } from './changeSteps';
import { isDone } from './commands';
import { pick } from './formBook';
import type { CommandName, Form } from './forms';
import type { TabSlot } from './tabSlot';
import type { Simulation } from './simulation';

/** What a rep does in the outbox. A step for which there is no such change does nothing. */
export class OutboxSteps {
  constructor(
    private simulation: Simulation,
    private changes: ChangeSteps,
  ) {}

  /** Edit: opens the form of a refused change, changes it and saves. */
  async edit(slot: TabSlot, number: number): Promise<void> {
    const refused = slot.app
      ?.refused()
      .filter(({ editedId, resolution }) => editedId !== null && resolution !== 'recorded');
    const entry = pick(refused ?? [], number);
    const [form] = this.simulation.formsOfWrite.get(entry?.id ?? '') ?? [];
    if (entry && form) await this.changes.editRefused(slot, form, entry);
  }

  sendMine(slot: TabSlot, number: number): Promise<void> {
    return this.resolve(slot, 'conflict', number, 'sendMine', (app, id) => app.sendMine(id));
  }

  /** Keep theirs: discards the change, and nothing that was made over it. */
  async keepTheirs(slot: TabSlot, number: number): Promise<void> {
    const entry = pick(this.refused(slot, 'conflict'), number);
    if (entry) await this.discardEntries(slot, 'keepTheirs', [entry.id]);
  }

  /** Change it to this. */
  changeToMine(slot: TabSlot, number: number): Promise<void> {
    return this.resolve(slot, 'recorded', number, 'changeToMine', (app, id) => app.accept(id, true));
  }

  leaveIt(slot: TabSlot, number: number): Promise<void> {
    return this.resolve(slot, 'recorded', number, 'leaveIt', (app, id) => app.accept(id, false));
  }

  /** Put into a new visit. */
  move(slot: TabSlot, number: number): Promise<void> {
    return this.resolve(slot, 'move', number, 'move', (app, id, force) => app.move(id, force));
  }

  /** Try again. */
  async retry(slot: TabSlot, number: number): Promise<void> {
    const entry = pick(slot.app?.refused() ?? [], number);
    if (!entry) return;
    const { id } = entry;
    await this.simulation.commands.run(slot, { name: 'retry', entryId: id }, (app) => app.retry(id).then(() => 'done'));
  }

  /** Discards an entry and what can't be sent without it, after reading what the dialog says. */
  async discard(slot: TabSlot, number: number): Promise<void> {
    const entry = pick(slot.app?.entries() ?? [], number);
    if (entry) await this.discardEntries(slot, 'discard', slot.app?.chainOf(entry.id) ?? []);
  }

  /** Discards an entry that others can't be sent without. */
  async discardChain(slot: TabSlot, number: number): Promise<void> {
    const chains = slot.app?.entries().map(({ id }) => slot.app?.chainOf(id) ?? []);
    const chain = pick(chains?.filter(({ length }) => length > 1) ?? [], number);
    if (chain) await this.discardEntries(slot, 'discard', chain);
  }

  private refused(slot: TabSlot, resolution: ShownRefused['resolution']): ShownRefused[] {
    return slot.app?.refused().filter((entry) => entry.resolution === resolution) ?? [];
  }

  private async resolve(
    slot: TabSlot,
    resolution: ShownRefused['resolution'],
    number: number,
    name: CommandName,
    work: (app: App, id: string, force: boolean) => Promise<unknown>,
  ): Promise<void> {
    const entry = pick(this.refused(slot, resolution), number);
    if (!entry) return;
    const { id, theirs, recordedId } = entry;
    await this.simulation.commands.run(slot, { name, entryId: id, theirs, recordedId }, (app, force) =>
      work(app, id, force),
    );
  }

  private async discardEntries(slot: TabSlot, name: CommandName, ids: readonly string[]): Promise<void> {
    const { simulation } = this;
    const [entryId] = ids;
    const forms = ids.flatMap((id) => simulation.formsOfWrite.get(id) ?? []);
    const isOf = ({ id }: ShownEntry) => ids.includes(id);
    const mayHaveArrived = slot.app?.entries().some((entry) => isOf(entry) && entry.mayHaveArrived);
    if (entryId === undefined) return;
    for (const form of forms) form.discardingIn = slot.tab;
    await simulation.commands.run(
      slot,
      { name, entryId },
      (app, force) => app.discard(ids, force),
      (result, { wasWarned }) => {
        for (const form of forms) this.discarded(form, isDone(result), wasWarned, mayHaveArrived === true);
      },
    );
  }

  private discarded(form: Form, isGone: boolean, wasWarned: boolean, mayHaveArrived: boolean): void {
    form.discardingIn = null;
    if (!isGone) return;
    if (wasWarned) form.discarded = 'mayBeRecorded';
    else form.discarded = mayHaveArrived ? 'cancelled' : 'onlyHere';
  }
}
