import type { SimDevice } from '../browser/simDevice';
import { isGivenUp } from '../rig/forms';
import { localIdsOnDisk, positionsOnDisk } from '../rig/marks';
import { VISIBLE_WITHIN_MS } from './deviceChecks';
import type { Facts } from './facts';
import type { AssertInvariant } from './violation';

/** The committed records of the queue: their order, and the local ids that they mention. */
export class DiskChecks {
  /** The position of each entry after the last commit, by id. */
  private positions = new Map<SimDevice, ReadonlyMap<string, number>>();

  constructor(
    private facts: Facts,
    private assertInvariant: AssertInvariant,
  ) {}

  /** After a commit: what is new stands behind everything that was there, and no two entries share a position. */
  checkCommit(device: SimDevice): void {
    const before = this.positions.get(device) ?? new Map<string, number>();
    const positions = positionsOnDisk(device);
    this.positions.set(device, positions);
    const last = Math.max(0, ...before.values());
    // An edited entry may have another id; it keeps the position.
    const left = [...before].flatMap(([id, position]) => (positions.has(id) ? [] : [position]));
    for (const [id, position] of positions) {
      const isBehind = before.has(id) || left.includes(position) || position > last;
      this.assertInvariant(
        isBehind,
        'positions',
        () => `entry ${id} came to position ${position}, and there was one at ${last}`,
      );
    }
    const areDistinct = new Set(positions.values()).size === positions.size;
    this.assertInvariant(
      areDistinct,
      'positions',
      () => `two entries of ${device.name} have one position: ${[...positions.values()].join(', ')}`,
    );
  }

  check(): void {
    for (const device of this.facts.simulation.devices) this.checkLocalIds(device);
    this.checkRefusedHere();
  }

  /** A local id that an entry mentions has its entry or its server's id on disk, unless a person discarded it. */
  private checkLocalIds(device: SimDevice): void {
    const { mentioned, known } = localIdsOnDisk(device);
    for (const id of mentioned) {
      if (known.has(id)) continue;
      const isDiscarded = this.facts.makersOf(id).some((form) => isGivenUp(form) || form.discardingIn !== null);
      this.assertInvariant(
        isDiscarded,
        'idMap',
        () => `${id} is mentioned on ${device.name}, and nothing there says what it is`,
      );
    }
  }

  /** The device itself refuses only what belongs to something that was discarded. */
  private checkRefusedHere(): void {
    const { simulation } = this.facts;
    for (const { app } of simulation.slots) {
      for (const { id, state, status } of app?.entries() ?? []) {
        if (state !== 'refused' || status !== null) continue;
        const form = simulation.formsOfWrite.get(id)?.[0];
        // A press of Start may have led to a visit that another press had started.
        const started = [form?.visit?.id, form?.delivery?.id].flatMap((local) => this.facts.makersOf(local ?? ''));
        const makers = [form?.visit?.form, form?.delivery?.form, ...started].filter((one) => one !== undefined);
        // It belongs to another visit since, and this tab is about to read that.
        const hasJustMoved = (form?.savedAt ?? 0) > simulation.kernel.now - VISIBLE_WITHIN_MS;
        const isOrphan = makers.some((maker) => isGivenUp(maker) || maker.discardingIn !== null);
        this.assertInvariant(
          isOrphan || hasJustMoved,
          'idMap',
          () => `${form ? this.facts.nameOf(form) : id} was refused by its own device`,
        );
      }
    }
  }
}
