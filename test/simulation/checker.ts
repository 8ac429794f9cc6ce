import type { EntrySummary, EntryState } from '../../src/offline/entry';
import { Broken, must } from './broken';
import { checkReports } from './checkReports';
import type { Effect } from './simServer';
import type { Op } from './ops';
import type { World } from './world';

function tagOf(body: unknown): string | null {
  return /(?:item|note)-\d+/.exec(JSON.stringify(body))?.[0] ?? null;
}

/** The checker's own idea of what must come before what; it reads the script, not the product's rules. */
function mustPrecede(a: Op, b: Op): boolean {
  if (a === b || a.user !== b.user || a.order >= b.order) return false;
  const isVisitChange = b.call === 'submitVisit' || b.call === 'updateVisit';
  if (isVisitChange && a.visit !== null && a.visit === b.visit) return true;
  if (b.call === 'updateDelivery' && a.delivery !== null && a.delivery === b.delivery) return true;
  return b.call === 'startVisit' && a.call === 'submitVisit' && a.location === b.location;
}

interface Facts {
  onDisk: Set<string>;
  aside: Set<string>;
  positions: Map<string, number>;
  byKey: Map<string, Op>;
}

function factsOf(world: World): Facts {
  return {
    onDisk: new Set(world.disk.records<{ id: string }>('entries').map((entry) => entry.id)),
    aside: new Set(world.disk.records<{ id: string }>('quarantine').map((record) => record.id)),
    positions: new Map(world.server.effects.map((effect, position) => [effect.key, position])),
    byKey: new Map(world.ops.flatMap((op) => op.keys.map((key) => [key, op] as const))),
  };
}

/** I1, I4: what was said to be saved is on disk, carried out, or dropped by a person. */
function checkNothingLost(world: World, { onDisk, aside, positions }: Facts): void {
  for (const op of world.ops) {
    if (op.claimedAt === null) continue;
    const isKept = op.keys.some((key) => onDisk.has(key) || aside.has(key));
    const isSettled = op.keys.some((key) => positions.has(key) || world.discarded.has(key));
    must(isKept || isSettled, 'I1', () => `${op.call} ${op.id} was said to be saved and is gone`);
  }
}

/** I2: one effect per key, and per change whatever keys it went by. */
function checkOnce(world: World, { byKey }: Facts): void {
  const keys = new Set<string>();
  const tags = new Map<string, Effect>();
  for (const effect of world.server.effects) {
    must(!keys.has(effect.key), 'I2', () => `${effect.key} took effect twice`);
    keys.add(effect.key);
    const tag = tagOf(effect.body);
    if (tag === null) continue;
    const first = tags.get(tag);
    const isMended = byKey.get(effect.key)?.mended ?? false;
    must(
      !first || isMended,
      'I2',
      () => `${effect.path} with ${tag} took effect under ${first?.key} and ${effect.key}`,
    );
    tags.set(tag, effect);
  }
}

/** I3: the order made, wherever one change depends on another. */
function checkOrder(world: World, { onDisk, positions, byKey }: Facts): void {
  const { effects } = world.server;
  for (const [position, effect] of effects.entries()) {
    const later = byKey.get(effect.key);
    // Pressed again, it may have taken effect the first time already.
    if (!later || later.pressedAgain) continue;
    for (const earlier of world.ops) {
      if (!mustPrecede(earlier, later)) continue;
      const wasKnown = earlier.claimedAt !== null && (earlier.tab === later.tab || earlier.claimedAt < later.order);
      if (!wasKnown || earlier.keys.some((key) => world.discarded.has(key) || world.damaged.has(key))) continue;
      const at = positions.get(earlier.id);
      const overtook = at === undefined ? onDisk.has(earlier.id) : at > position;
      must(!overtook, 'I3', () => `${later.call} ${later.id} overtook ${earlier.call} ${earlier.id}`);
    }
  }
}

/** I5: under the name of the person who made it, at the time it was made; and no local id ever left. */
function checkAuthors(world: World, { byKey }: Facts): void {
  for (const effect of world.server.effects) {
    const op = byKey.get(effect.key);
    must(op !== undefined, 'I5', () => `${effect.key} is nobody's change`);
    must(op?.user === effect.user, 'I5', () => `${effect.key} of ${op?.user} was sent as ${effect.user}`);
  }
  for (const delivery of world.server.deliveries) {
    const tag = tagOf(delivery.lines);
    const op = world.ops.find((one) => one.user === delivery.user && tagOf(one.write.body) === tag);
    const isTimeKept = op === undefined || op.call !== 'createDelivery' || isCapturedAt(op, delivery.deliveredAt);
    must(isTimeKept, 'I5', () => `${tag} carries ${delivery.deliveredAt}, not its time of capture`);
  }
  const [leaked] = world.server.leakedLocalIds;
  must(leaked === undefined, 'I5', () => `the local id ${leaked} left the device`);
}

function isCapturedAt(op: Op, iso: string): boolean {
  return op.keys.length > 1 || iso === new Date(op.write.ts).toISOString();
}

function shown(head: Pick<EntrySummary, 'id' | 'state'>): string {
  return `${head.id} ${head.state}`;
}

/** I6, I9: each tab shows what lies on disk. What is on its first try is nobody's news yet. */
function checkShown(world: World): void {
  const states = new Map(world.disk.records<EntryState>('states').map((state) => [state.id, state]));
  const phase = (id: string) => states.get(id)?.state ?? 'waiting';
  const readable = world.entries().filter((entry) => entry.v === 1 && !world.damaged.has(entry.id));
  const expected = readable.filter((entry) => phase(entry.id) !== 'sending');
  const alive = world.tabs.filter((tab) => tab.isAlive()).map((tab) => tab.store.getState());
  const replaying = alive.filter(({ queue }) => queue.replaying);
  // The others are told at the end of a pass.
  for (const { queue, session } of replaying.length > 0 ? replaying : alive) {
    if (queue.unreadable || session.userId === null) continue;
    const isTheirs = ({ userId }: { userId: string }) => userId === session.userId;
    const entries = queue.entries.filter((head) => isTheirs(head) && phase(head.id) !== 'sending').map(shown);
    const truth = expected.filter(isTheirs).map((entry) => shown({ id: entry.id, state: phase(entry.id) }));
    must(entries.join() === truth.join(), 'I6', () => `shown [${entries.join()}], on disk [${truth.join()}]`);
  }
}

/** An entry's bytes never change after the append. */
function checkBytes(world: World): void {
  for (const entry of world.entries()) {
    if (world.damaged.has(entry.id)) continue;
    const bytes = JSON.stringify({ ...entry, v: 1 });
    // Pressed again, an entry that was off the disk comes back under its id, in a new place.
    const place = `${entry.id} ${entry.seq}`;
    const first = world.firstSeen.get(place) ?? bytes;
    must(first === bytes, 'I1', () => `the bytes of ${entry.id} changed on disk`);
    world.firstSeen.set(place, first);
  }
  const places = world.entries().map((entry) => entry.seq);
  must(new Set(places).size === places.length, 'I3', () => 'two entries share a place in the order');
}

/** Everything that must hold at any moment. */
export function checkNow(world: World): void {
  const facts = factsOf(world);
  must(world.uncaught.length === 0, 'I10', () => `uncaught: ${String(world.uncaught[0])}`);
  checkBytes(world);
  checkNothingLost(world, facts);
  checkOnce(world, facts);
  checkOrder(world, facts);
  checkAuthors(world, facts);
  checkReports(world);
}

/** How long after the death of a tab, or damage to the disk, tabs may show what they knew. */
const LEARNT_WITHIN_MS = 6 * 60_000;

/** What must hold besides, once the tabs have had a moment to tell each other. */
export function checkAtRest(world: World): void {
  checkNow(world);
  if (world.disk.busy === 0 && world.clock.elapsed > world.shakenAt + LEARNT_WITHIN_MS) checkShown(world);
}

/** Whether an op may have to wait for another one. Who of the two came first on a slow disk is left open. */
function isChild(world: World, op: Op, parent: Op): boolean {
  if (op.user !== parent.user) return false;
  if (op.call === 'startVisit') {
    return parent.location === op.location && (parent.call === 'startVisit' || parent.call === 'submitVisit');
  }
  if (op.delivery !== null && op.delivery === parent.delivery) return op.call === 'updateDelivery';
  const isSameVisit = op.visit !== null && world.serverVisitOf(op) === world.serverVisitOf(parent);
  return isSameVisit && (parent.call === 'startVisit' || op.call === 'submitVisit' || op.call === 'updateVisit');
}

/** What a state may say: a refusal is the server's no to this very change, and a 401 is none. */
function checkState(world: World, op: Op, { state, lastError }: EntryState): void {
  const status = lastError?.status ?? null;
  const isNo = status === null || (status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status));
  must(state !== 'refused' || isNo, 'I8', () => `${op.id} counts as refused by a ${status}`);
  const isByDevice = state === 'refused' && status === null;
  const parents = world.ops.filter((other) => other !== op && isChild(world, op, other));
  const isOrphan = parents.some((parent) => parent.keys.some((key) => world.discarded.has(key)));
  must(!isByDevice || isOrphan, 'I8', () => `${op.id} is refused for the loss of something that is there`);
}

/** I7, I8: with every fault gone, all that may go went; what stays was refused, or depends on what was. */
function checkSent(world: World, isTheirTurn: (user: string) => boolean): void {
  const { byKey, aside } = factsOf(world);
  const states = new Map(world.disk.records<EntryState>('states').map((state) => [state.id, state]));
  const stuck = new Set<Op>([...aside].flatMap((id) => byKey.get(id) ?? []));
  for (const entry of world.entries()) {
    const op = byKey.get(entry.id);
    if (!op) throw new Broken('I4', `${entry.id} on disk is nobody's change`);
    // A disk that failed may keep what was answered; it goes once more under the same key.
    const isTold = op.claimedAt !== null || op.told === 'nothing yet' || op.mended || world.disk.hasFailed;
    must(isTold, 'I4', () => `${op.call} ${entry.id} is kept, and the rep was told: ${op.told}`);
    const state = states.get(entry.id);
    if (state) checkState(world, op, state);
    const isNewer = (entry.v as number) !== 1;
    const isHeld = isNewer || [...stuck].some((other) => isChild(world, op, other));
    const isSent = state?.state !== 'refused' && !isHeld && isTheirTurn(op.user);
    must(!isSent, 'I7', () => `${op.call} ${entry.id} still waits with nothing in its way`);
    stuck.add(op);
  }
}

/** I7, the way back: what may succeed by itself was sent with no action of anybody. */
export function checkSentUnasked(world: World): void {
  checkAtRest(world);
  const users = new Set(world.tabs.map((tab) => tab.store.getState().session.userId));
  checkSent(world, (user) => users.size === 1 && users.has(user) && user === world.network.session);
}

/** What must hold once everybody has signed in again: nothing is left but true refusals and what depends on them. */
export function checkDrained(world: World): void {
  checkAtRest(world);
  checkSent(world, () => true);
  for (const { id, state, lastError } of world.disk.records<EntryState>('states')) {
    const isFault = state === 'refused' && lastError?.text.startsWith('Fault');
    must(!isFault, 'I7', () => `${id} was not tried again after "${lastError?.text}"`);
  }
  for (const { id } of world.disk.records<{ id: string }>('quarantine')) {
    must(world.damaged.has(id), 'I1', () => `${id} was set aside, and nothing is wrong with it`);
  }
}
