import { asc, eq, max, sql } from 'drizzle-orm';
import { newId } from '../db/newId';
import { boxes, locations } from '../db/schema';
import { problem } from '../http/problems';
import { assertVersion, ifMatchOf } from '../http/ifMatch';
import { route } from '../http/route';
import { assertActiveAt, deactivatedAtAfter, saveCatalogueChange } from '../services/catalogueChange';
import { findBox, selectBoxes } from '../services/catalogueRows';

export const boxesRoutes = [
  route('listBoxes', ({ db, query }) =>
    selectBoxes(db)
      .where(query.location ? eq(boxes.locationId, query.location) : undefined)
      .orderBy(asc(sql`lower(${locations.name})`), asc(locations.id), asc(boxes.position)),
  ),

  route('getBox', ({ db, params }) => findBox(db, params.id)),

  route('createBox', async ({ db, body, now, reply }) => {
    // Locked, so that two boxes made at once do not get the same position.
    const [location] = await db.select().from(locations).where(eq(locations.id, body.location)).for('no key update');
    if (!location) throw problem.notFound('Location not found');
    assertActiveAt(location.name, location, now);
    const [last] = await db
      .select({ position: max(boxes.position) })
      .from(boxes)
      .where(eq(boxes.locationId, location.id));
    const id = newId();
    const { label, size } = body;
    await db
      .insert(boxes)
      .values({ id, locationId: location.id, label, size, position: Number(last?.position ?? 0) + 1 });
    reply.code(201);
    return findBox(db, id);
  }),

  route('updateBox', async ({ db, user, params: { id }, body, now, request }) => {
    const [before] = await db.select().from(boxes).where(eq(boxes.id, id)).for('no key update');
    if (!before) throw problem.notFound('Box not found');
    await assertVersion(db, before, ifMatchOf(request), () => findBox(db, id));
    const after = {
      ...before,
      label: body.label ?? before.label,
      size: body.size ?? before.size,
      deactivatedAt: deactivatedAtAfter(before, body.active, now),
    };
    await saveCatalogueChange(db, {
      entity: 'box',
      user,
      now,
      before,
      after,
      write: (row) => db.update(boxes).set(row).where(eq(boxes.id, id)),
      read: ({ label, size, deactivatedAt }) => ({ label, size, active: deactivatedAt === null }),
    });
    return findBox(db, id);
  }),
];
