import type { App } from '../app/appEntry';
import type { SimDevice } from '../browser/simDevice';
import type { SimTab } from '../browser/simTab';
import type { CommandName, Form, Press } from './forms';
import { type StoredEntry, storedEntries } from './marks';
import { Replacements } from './replacements';
import type { TabSlot } from './tabSlot';
import type { Simulation } from './simulation';

/** A command of the outbox that a person gave. */
export interface Command {
  name: CommandName;
  /** Counts the presses of a script. */
  number: number;
  at: number;
  tab: SimTab;
  device: SimDevice;
  entryId: string;
  /** The form whose content the entry gets; `null` where it keeps its own. */
  edited: Form | null;
  /** The price that this form showed, cents. */
  priceCents: number | null;
  /** What stood beside the entry as the server's; `null` for nothing. */
  theirs: string | null;
  /** The delivery or visit that the server has recorded instead. */
  recordedId: string | null;
  /** The app said that the change may be recorded already, and the person pressed again. */
  wasWarned: boolean;
  /** A commit has carried it out. */
  isCarriedOut: boolean;
  /** The entry left the disk, by the command or because the server had recorded it. */
  isOpen: boolean;
  /** What it did, as presses of the forms whose entries it replaced. */
  presses: Press[];
}

export type NewCommand = Pick<Command, 'name' | 'entryId'> &
  Partial<Pick<Command, 'edited' | 'priceCents' | 'theirs' | 'recordedId'>>;

/** Commands that the person repeats after a warning. */
const INSISTS: ReadonlySet<CommandName> = new Set(['edit', 'move', 'discard']);
const MAY_BE_RECORDED = 'mayBeRecorded';
/** What the app says of a command that was carried out. */
const DONE: ReadonlySet<string> = new Set(['done', 'replaced', 'superseded']);
export const isDone = (result: string): boolean => DONE.has(result);

/** Each old entry with its replacement, in the order of the old ones; and the entries that were added besides. */
function pairsOf(olds: readonly StoredEntry[], news: readonly StoredEntry[]) {
  const left = [...news].sort((a, b) => a.seq - b.seq);
  const takeFirst = (is: (entry: StoredEntry) => boolean) => {
    const found = left.find(is);
    if (found) left.splice(left.indexOf(found), 1);
    return found ?? null;
  };
  const isOf = (old: StoredEntry) => (entry: StoredEntry) =>
    entry.id === old.id || (entry.creates !== null && entry.creates === old.creates);
  const inOrder = [...olds].sort((a, b) => a.seq - b.seq).map((old) => ({ old, entry: takeFirst(isOf(old)) }));
  // A start that is left is that of the visit which others are moved into.
  const pairs = inOrder.map(({ old, entry }) => ({
    old,
    entry: entry ?? takeFirst(({ call }) => call !== 'startVisit'),
  }));
  return { pairs, added: left };
}

/**
 * The commands of the outbox, each with what its commit changed on the disk and with the result that the app showed.
 */
export class Commands {
  private running = new Set<Command>();
  private replacements: Replacements;
  /** The entries on each disk after its last commit. */
  private entries = new Map<SimDevice, Map<string, StoredEntry>>();
  /** Called when a tab shows the result of a command. */
  onResult: (command: Command, result: string) => void = () => undefined;

  constructor(private simulation: Simulation) {
    this.replacements = new Replacements(simulation);
  }

  /** Gives a command, unless its tab is busy with one for the same entry. */
  async run(
    slot: TabSlot,
    given: NewCommand,
    work: (app: App, force: boolean) => Promise<unknown>,
    onEnd: (result: string, command: Command) => void = () => undefined,
  ): Promise<void> {
    const { simulation } = this;
    const { tab, device } = slot;
    const isBusy = [...this.running].some((one) => one.tab === tab && one.entryId === given.entryId);
    if (!tab || isBusy) return;
    const nothingYet = { edited: null, priceCents: null, theirs: null, recordedId: null, wasWarned: false };
    const open = { isCarriedOut: false, isOpen: false };
    const when = { number: simulation.nextPress(), at: simulation.kernel.now };
    const command: Command = { ...nothingYet, ...open, ...given, ...when, tab, device, presses: [] };
    this.running.add(command);
    simulation.trigger(device, 'command');
    await simulation.act(slot, async (app) => {
      const press = (force: boolean) => work(app, force).then(String, () => 'failed');
      let result = await press(false);
      if (result === MAY_BE_RECORDED && INSISTS.has(command.name)) {
        command.wasWarned = true;
        result = await press(true);
      }
      if (!tab.isAlive()) return;
      this.running.delete(command);
      simulation.countCommand(isDone(result) ? command.name : `${command.name} (${result})`);
      for (const of of command.presses) {
        of.outcome = { shown: 'queued', status: null, id: null };
        of.shownAt = simulation.kernel.now;
      }
      onEnd(result, command);
      this.onResult(command, result);
    });
  }

  /** Something was committed to the queue of a device. */
  committed(device: SimDevice, tab: SimTab): void {
    const before = this.entries.get(device) ?? new Map<string, StoredEntry>();
    const now = storedEntries(device);
    this.entries.set(device, now);
    const olds = [...before.values()].filter((entry) => now.get(entry.id) !== entry);
    const command = [...this.running].find((one) => one.tab === tab && olds.some(({ id }) => id === one.entryId));
    if (!command) return;
    const { pairs, added } = pairsOf(
      olds,
      [...now.values()].filter((entry) => before.get(entry.id) !== entry),
    );
    const { simulation, replacements } = this;
    const forms = pairs.flatMap(({ old, entry }) =>
      (simulation.formsOfWrite.get(old.id) ?? []).map((form) => ({ form, old, entry })),
    );
    const [start] = added;
    const visit = start && forms[0] ? replacements.started(command, start, forms[0].form) : null;
    for (const { form, old, entry } of forms) {
      if (entry) replacements.replaced(command, form, entry, visit);
      else replacements.removed(command, form, old.id);
    }
    if (command.isCarriedOut) simulation.trigger(device, 'command');
  }
}
