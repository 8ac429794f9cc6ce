import { asc, eq } from 'drizzle-orm';
import type { AddressInfo } from 'node:net';
import { toCents } from '../../../src/domain/money';
import { buildApp } from '../../../src/server/app';
import { readConfig } from '../../../src/server/config';
import type { Database } from '../../../src/server/db/database';
import { newId } from '../../../src/server/db/newId';
import {
  boxes,
  deliveries,
  deliveryLines,
  items,
  locations,
  sessions,
  users,
  visits,
} from '../../../src/server/db/schema';
import { hashPassword } from '../../../src/server/auth/passwords';
import { insertItems } from '../../../src/server/services/itemPrices';
import { emptyTables, openTestDatabase } from '../../server/testDatabase';
import type { Backend } from './backend';
import { CAST } from './cast';
import type { DeliveryTruth, LineTruth, Truth } from './truth';

/** The real server in this process, on a database of its own whose tables the tests read directly. */
export interface RealServer extends Backend {
  db: Database;
  /** Stops listening, as a server that is down. */
  stop(): Promise<void>;
  /** Listens again, on the same address and the same data; with a folder it serves the app built there. */
  start(clientDir?: string): Promise<void>;
}

async function seedCast(db: Database, passwordHash: string, now: Date): Promise<void> {
  await db.insert(users).values(
    CAST.members.map(({ name, email, roles }) => ({
      id: newId(),
      name,
      email,
      roles,
      passwordHash,
      active: true,
      createdAt: now,
    })),
  );
  for (const { name, street, boxes: placed } of CAST.stores) {
    const locationId = newId();
    const address = { street, city: 'Ames', state: 'IA', zip: '50010' };
    await db.insert(locations).values({ id: locationId, name, ...address, createdAt: now });
    await db.insert(boxes).values(placed.map((box, at) => ({ ...box, id: newId(), locationId, position: at + 1 })));
  }
  await insertItems(
    db,
    CAST.items.map(({ price, pricePerPack, ...item }) => ({
      ...item,
      id: newId(),
      priceCents: toCents(price),
      pricePerPackCents: toCents(pricePerPack),
      active: true,
      createdAt: now,
    })),
  );
}

async function linesByDelivery(db: Database): Promise<Map<string, LineTruth[]>> {
  const rows = await db
    .select()
    .from(deliveryLines)
    .innerJoin(items, eq(items.id, deliveryLines.itemId))
    .orderBy(asc(deliveryLines.deliveryId), asc(deliveryLines.position));
  const lines = new Map<string, LineTruth[]>();
  for (const { delivery_lines: line, items: item } of rows) {
    const one = { item: item.name, packaging: line.packaging, quantity: line.quantityHundredths / 100 };
    lines.set(line.deliveryId, [...(lines.get(line.deliveryId) ?? []), one]);
  }
  return lines;
}

async function readTruth(db: Database): Promise<Truth> {
  const lines = await linesByDelivery(db);
  const made = await db
    .select()
    .from(deliveries)
    .innerJoin(users, eq(users.id, deliveries.repId))
    .innerJoin(locations, eq(locations.id, deliveries.locationId))
    .innerJoin(boxes, eq(boxes.id, deliveries.boxId))
    .orderBy(asc(deliveries.deliveredAt), asc(deliveries.id));
  const truths = made.map(({ deliveries: row, users: rep, locations: store, boxes: box }) => ({
    visitId: row.visitId,
    delivery: {
      store: store.name,
      rep: rep.name,
      box: box.label,
      lines: lines.get(row.id) ?? [],
      totalCents: row.totalCents,
      deliveredAt: row.deliveredAt,
    } satisfies DeliveryTruth,
  }));
  const deliveriesIn = (id: string | null) => truths.filter((one) => one.visitId === id).map((one) => one.delivery);
  const started = await db
    .select()
    .from(visits)
    .innerJoin(users, eq(users.id, visits.repId))
    .innerJoin(locations, eq(locations.id, visits.locationId))
    .orderBy(asc(visits.startedAt), asc(visits.id));
  return {
    visits: started.map(({ visits: visit, users: rep, locations: store }) => ({
      store: store.name,
      rep: rep.name,
      outcome: visit.outcome,
      note: visit.note,
      startedAt: visit.startedAt,
      submittedAt: visit.submittedAt,
      deliveries: deliveriesIn(visit.id),
    })),
    loose: deliveriesIn(null),
  };
}

export async function startRealServer(): Promise<RealServer> {
  const { db, close } = await openTestDatabase();
  const config = readConfig({});
  const passwordHash = await hashPassword(CAST.members[0].password);
  const listenOn = async (port: number, clientDir = config.clientDir) => {
    const built = await buildApp({ db, config: { ...config, clientDir }, clock: () => new Date() });
    await built.listen({ port, host: '127.0.0.1' });
    return built;
  };
  let app = await listenOn(0);
  const { port } = app.server.address() as AddressInfo;
  return {
    db,
    address: `http://127.0.0.1:${port}`,
    reset: async () => {
      await emptyTables(db);
      await seedCast(db, passwordHash, new Date());
    },
    truth: () => readTruth(db),
    endSessions: async () => void (await db.delete(sessions)),
    stop: () => {
      app.server.closeAllConnections();
      return app.close();
    },
    start: async (clientDir) => {
      app = await listenOn(port, clientDir);
    },
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
      await close();
    },
  };
}
