import { and, asc, eq, ilike, sql } from 'drizzle-orm';
import { boxLabel } from '../../domain/boxes';
import { boxSizesFor, EMPTY_ADDRESS } from '../../domain/locationRules';
import { containsPattern } from '../db/containsPattern';
import { newId } from '../db/newId';
import { boxes, locations } from '../db/schema';
import { problem } from '../http/problems';
import { assertVersion, ifMatchOf } from '../http/ifMatch';
import { route } from '../http/route';
import { deactivatedAtAfter, saveCatalogueChange } from '../services/catalogueChange';
import { findLocation } from '../services/catalogueRows';
import { toListedLocation } from '../services/toLocation';

/** Each word of a search costs a comparison per location. The words after these are ignored. */
const SEARCH_WORDS_MAX = 8;

/** The different words of a search as they were typed: the database compares them without regard to case. */
function wordsOf(search: string): string[] {
  const words = search.split(/\s+/).filter(Boolean);
  return [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
}

export const locationsRoutes = [
  /**
   * Every word of the search must be in the name or the address. The index helps with words of three letters or more.
   */
  route('listLocations', async ({ db, query }) => {
    const words = wordsOf(query.q ?? '').slice(0, SEARCH_WORDS_MAX);
    const rows = await db
      .select()
      .from(locations)
      .where(and(...words.map((word) => ilike(locations.searchText, containsPattern(word)))))
      .orderBy(asc(sql`lower(${locations.name})`), asc(locations.id));
    return rows.map(toListedLocation);
  }),

  route('createLocation', async ({ db, body, now, reply }) => {
    const row = { id: newId(), name: body.name, ...(body.address ?? EMPTY_ADDRESS), createdAt: now };
    await db.insert(locations).values(row);
    await db.insert(boxes).values(
      boxSizesFor(body.boxCount, body.boxSizes ?? []).map((size, index) => ({
        id: newId(),
        locationId: row.id,
        label: boxLabel(body.boxLabelPrefix, index + 1),
        size,
        position: index + 1,
      })),
    );
    reply.code(201);
    return findLocation(db, row.id);
  }),

  route('updateLocation', async ({ db, user, params: { id }, body, now, request }) => {
    const [before] = await db.select().from(locations).where(eq(locations.id, id)).for('no key update');
    if (!before) throw problem.notFound('Location not found');
    await assertVersion(db, before, ifMatchOf(request), () => findLocation(db, id));
    const after = {
      ...before,
      ...body.address,
      name: body.name ?? before.name,
      deactivatedAt: deactivatedAtAfter(before, body.active, now),
    };
    await saveCatalogueChange(db, {
      entity: 'location',
      user,
      now,
      before,
      after,
      // The search text is made by the database.
      write: ({ searchText: _, ...row }) => db.update(locations).set(row).where(eq(locations.id, id)),
      read: (row) => {
        const { name, address, active } = toListedLocation(row);
        return { name, address, active };
      },
    });
    return findLocation(db, id);
  }),
];
