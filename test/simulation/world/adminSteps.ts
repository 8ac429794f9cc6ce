import { pick } from './formBook';
import type { World } from './world';

const CENTS_UP = 850;

/** What the admin does meanwhile, at a desk with a good connection. */
export class AdminSteps {
  private price = 150;

  constructor(private world: World) {}

  private effectsOf(entity: 'visit' | 'delivery'): string[] {
    const { effects } = this.world.server.ledger;
    return effects.filter((effect) => effect.entity === entity && effect.isNew).map(({ id }) => id);
  }

  async editDelivery(number: number): Promise<void> {
    const { server } = this.world;
    const id = pick(this.effectsOf('delivery'), number);
    if (!id) return;
    const lines = [{ item: server.cast.itemIds[0], quantity: this.world.newMark(), packaging: 'each' }];
    await server.asAdmin('patch', `/api/deliveries/${id}`, { lines });
  }

  async editVisit(number: number): Promise<void> {
    const id = pick(this.effectsOf('visit'), number);
    const note = `note-${this.world.newMark()}`;
    if (id) await this.world.server.asAdmin('patch', `/api/visits/${id}`, { note });
  }

  async submitVisit(number: number): Promise<void> {
    const id = pick(this.effectsOf('visit'), number);
    const body = { outcome: 'partial', note: `note-${this.world.newMark()}` };
    if (id) await this.world.server.asAdmin('post', `/api/visits/${id}/submit`, body);
  }

  async changePrice(): Promise<void> {
    this.price += CENTS_UP;
    for (const id of this.world.server.cast.itemIds) await this.world.server.setPrice(id, this.price);
  }

  async rename(place: number): Promise<void> {
    const at = pick(this.world.server.cast.places, place);
    if (at) await this.world.server.rename(at.locationId, `Renamed ${this.world.newMark()}`);
  }

  async setActive(rep: number, active: boolean): Promise<void> {
    const { inactive, server } = this.world;
    const user = server.cast.reps[rep];
    if (!user || inactive.has(rep) !== active) return;
    await server.asAdmin('patch', `/api/users/${user.id}`, { active });
    if (active) inactive.delete(rep);
    else inactive.add(rep);
  }
}
