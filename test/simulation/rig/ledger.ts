import { sql } from 'drizzle-orm';
import type { Database } from '../../../src/server/db/database';

/** One change of the server's tables, in the order in which they happened. */
export interface Effect {
  at: number;
  entity: 'visit' | 'delivery';
  id: string;
  isNew: boolean;
  /** Whose request it was. */
  userId: string;
  /** `null` for a request without one. */
  key: string | null;
  /** How it read before and reads now: see `contentOf`. */
  before: string | null;
  after: string;
  /** Of the first line of a delivery, cents. */
  priceCents: number | null;
  priceBefore: number | null;
  locationId: string;
}

interface Row extends Record<string, unknown> {
  content: string;
  version: number;
  price: number | null;
  location: string;
}

/** Reads the tables after each write, and notes what changed. */
export class Ledger {
  readonly effects: Effect[] = [];
  /** The newest content of each visit and delivery, by id. */
  private newest = new Map<string, Row>();
  private savedUnchanged = new Set<string>();

  /** Called at the moment of each change. */
  onEffect: (effect: Effect) => void = () => undefined;

  constructor(private db: Database) {}

  async look(
    entity: Effect['entity'],
    id: string,
    by: { at: number; userId: string; key: string | null },
  ): Promise<void> {
    const row = await this.read(entity, id);
    const before = this.newest.get(id);
    if (!row) return;
    this.newest.set(id, row);
    if (before?.content === row.content) {
      if (before.version !== row.version) this.savedUnchanged.add(id);
      return;
    }
    const effect: Effect = {
      ...by,
      entity,
      id,
      isNew: before === undefined,
      before: before?.content ?? null,
      after: row.content,
      priceCents: row.price,
      priceBefore: before?.price ?? null,
      locationId: row.location,
    };
    this.effects.push(effect);
    this.onEffect(effect);
  }

  private async read(entity: Effect['entity'], id: string): Promise<Row | undefined> {
    const query =
      entity === 'delivery'
        ? sql`select string_agg(quantity_hundredths / 100 || '', '+') as content, min(version) as version,
                     min(unit_price_cents) as price, '' as location
              from delivery_lines join deliveries on deliveries.id = delivery_id
              where delivery_id = ${id} having count(*) > 0`
        : sql`select note || '|' || coalesce(outcome, '') || '|' || (submitted_at is not null) as content, version,
                     null as price, location_id as location
              from visits where id = ${id}`;
    return (await this.db.execute<Row>(query)).rows[0];
  }

  /** Whether a request that changed nothing has given it another version. */
  wasSavedUnchanged(id: string): boolean {
    return this.savedUnchanged.has(id);
  }

  contentOf(id: string): string | null {
    return this.newest.get(id)?.content ?? null;
  }

  /** Everything that is in the tables, to see that nothing took effect unnoticed. */
  async allIds(): Promise<{ id: string; rep: string }[]> {
    const rows = await this.db.execute<{ id: string; rep: string }>(
      sql`select id, rep_id as rep from deliveries union all select id, rep_id as rep from visits`,
    );
    return rows.rows;
  }
}
