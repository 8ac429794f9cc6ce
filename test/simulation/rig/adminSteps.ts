import { pick } from './formBook';
import type { Simulation } from './simulation';

const CENTS_UP = 850;

/** What the admin does meanwhile, at a desk with a good connection. */
export class AdminSteps {
  private price = 150;

  constructor(private simulation: Simulation) {}

  private effectsOf(entity: 'visit' | 'delivery'): string[] {
    const { effects } = this.simulation.server.ledger;
    return effects.filter((effect) => effect.entity === entity && effect.isNew).map(({ id }) => id);
  }

  async editDelivery(number: number): Promise<void> {
    const { server } = this.simulation;
    const id = pick(this.effectsOf('delivery'), number);
    if (!id) return;
    const lines = [{ item: server.fixtures.itemIds[0], quantity: this.simulation.newMark(), packaging: 'each' }];
    await server.asAdmin('patch', `/api/deliveries/${id}`, { lines });
  }

  async editVisit(number: number): Promise<void> {
    const id = pick(this.effectsOf('visit'), number);
    const note = `note-${this.simulation.newMark()}`;
    if (id) await this.simulation.server.asAdmin('patch', `/api/visits/${id}`, { note });
  }

  async submitVisit(number: number): Promise<void> {
    const id = pick(this.effectsOf('visit'), number);
    const body = { outcome: 'partial', note: `note-${this.simulation.newMark()}` };
    if (id) await this.simulation.server.asAdmin('post', `/api/visits/${id}/submit`, body);
  }

  async changePrice(): Promise<void> {
    this.price += CENTS_UP;
    for (const id of this.simulation.server.fixtures.itemIds) await this.simulation.server.setPrice(id, this.price);
  }

  async rename(location: number): Promise<void> {
    const at = pick(this.simulation.server.fixtures.locations, location);
    if (at) await this.simulation.server.rename(at.locationId, `Renamed ${this.simulation.newMark()}`);
  }

  async setActive(rep: number, active: boolean): Promise<void> {
    const { inactive, server } = this.simulation;
    const user = server.fixtures.reps[rep];
    if (!user || inactive.has(rep) !== active) return;
    await server.asAdmin('patch', `/api/users/${user.id}`, { active });
    if (active) inactive.delete(rep);
    else inactive.add(rep);
  }
}
