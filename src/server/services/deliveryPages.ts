import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database';
import { deliveries, deliveryLines, items, users, visits } from '../db/schema';
import { problem } from '../http/problems';
import { jsonBytes, LIST_BYTES } from './listBytes';
import { deliveriesWhere, type ParsedSalesFilter, repWhere } from './salesFilter';
import { listedNote } from './visitNotes';

/** The bytes of a delivery in JSON with ordinary names, without its lines and the note of its visit. */
const DELIVERY_BYTES = 1_000;
/** The bytes of a line in JSON without its packaging and the name of its item. */
const LINE_BYTES = 140;
/** Any page with more lines is too large, so no more are measured. */
const MEASURED_LINES = Math.ceil(LIST_BYTES / LINE_BYTES);

/** The reps up to whom their deliveries are read rep by rep. */
const FEW_REPS = 20;

/** Which deliveries of a list: the filter, a further condition, the limit and the offset. */
interface DeliveryPageSlice {
  filter: ParsedSalesFilter;
  where?: SQL | undefined;
  limit: number;
  offset: number;
}

/** The size of a page and its ids, newest first. */
interface MeasuredPage extends Record<string, unknown> {
  ids: string[];
  bytes: number;
}

/**
 * The filter's newest deliveries up to the end of the page. For a filter of few reps they are read rep by rep, each
 * from the index of the rep: in the order of all deliveries, those of a rep who left long ago would come last.
 */
async function newestOf(db: Database, { filter, where, limit, offset }: DeliveryPageSlice): Promise<SQL> {
  const newest = (condition: SQL | undefined) => sql`select id, delivered_at from ${deliveries}
    where ${condition ?? sql`true`} order by delivered_at desc, id limit ${offset + limit}`;
  const isOfRep = repWhere(filter, users.id);
  if (isOfRep === undefined) return newest(deliveriesWhere(filter, where));
  const reps = await db
    .select({ id: users.id })
    .from(users)
    .where(isOfRep)
    .limit(FEW_REPS + 1);
  if (reps.length > FEW_REPS) return newest(deliveriesWhere(filter, where));
  const ofAnyRep = { ...filter, repId: null, repName: null };
  return sql`select newest.* from ${users}
    cross join lateral (${newest(deliveriesWhere(ofAnyRep, where, eq(deliveries.repId, users.id)))}) as newest
    where ${isOfRep}`;
}

/**
 * The ids of a page of deliveries. Refuses with 400 a page of more than `LIST_BYTES`: with fewer deliveries the pages
 * after it would begin too late. A page of one delivery is never refused.
 */
export async function deliveryIdsOfPage(db: Database, slice: DeliveryPageSlice): Promise<string[]> {
  const newest = await newestOf(db, slice);
  const { rows } = await db.execute<MeasuredPage>(sql`
    with page as materialized (
      select * from (${newest}) as newest
      order by delivered_at desc, id limit ${slice.limit} offset ${slice.offset}
    ), page_visits as (
      select count(*) * (${DELIVERY_BYTES} + coalesce(${jsonBytes(listedNote)}, 0)) as bytes
      from page join ${deliveries} on ${deliveries.id} = page.id
      left join ${visits} on ${visits.id} = ${deliveries.visitId} group by ${visits.id}
    ), page_lines as (
      select ${LINE_BYTES} + ${jsonBytes(deliveryLines.packaging)} + ${jsonBytes(items.name)} as bytes
      from ${deliveryLines} join ${items} on ${items.id} = ${deliveryLines.itemId}
      where ${deliveryLines.deliveryId} = any(array(select id from page)) limit ${MEASURED_LINES}
    )
    select array(select id from page order by delivered_at desc, id) as ids,
      (select coalesce(sum(bytes), 0)::float8 from (table page_visits union all table page_lines) as parts) as bytes`);
  const { ids, bytes } = rows[0] ?? { ids: [], bytes: 0 };
  if (ids.length > 1 && bytes > LIST_BYTES) {
    throw problem.badRequest('These deliveries are too large for one page. Choose a smaller page.');
  }
  return ids;
}
