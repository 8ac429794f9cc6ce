import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SyncReport, SyncRow } from '../../contract/sync';
import type { Database } from '../db/database';
import { newId } from '../db/newId';
import { users } from '../db/schema';
import { sentRecordings, syncDevices } from '../db/syncSchema';
import { problem } from '../http/problems';

/** The number of stored devices per user; those that reported longest ago are removed. */
const DEVICES_PER_USER = 10;
const RECORDINGS_PER_USER = 3;

/** Where a report came from. */
interface ReportOrigin {
  ip: string;
  userAgent: string;
}

/** Removes all but the newest rows of a user. */
async function keepNewest(
  db: Database,
  table: typeof syncDevices | typeof sentRecordings,
  at: PgColumn,
  userId: string,
  limit: number,
): Promise<void> {
  const old = db
    .select({ deviceId: table.deviceId })
    .from(table)
    .where(eq(table.userId, userId))
    .orderBy(desc(at), asc(table.deviceId))
    .offset(limit);
  await db.delete(table).where(and(eq(table.userId, userId), inArray(table.deviceId, old)));
}

/** Stores the report of a user's device, replacing its earlier one. */
export async function recordSyncReport(
  db: Database,
  userId: string,
  report: SyncReport,
  origin: ReportOrigin,
  now: Date,
) {
  const row = { heardAt: now, ...origin, report };
  await db
    .insert(syncDevices)
    .values({ userId, deviceId: report.device, ...row })
    .onConflictDoUpdate({ target: [syncDevices.userId, syncDevices.deviceId], set: row });
  await keepNewest(db, syncDevices, syncDevices.heardAt, userId, DEVICES_PER_USER);
}

/** Stores a recording, replacing the earlier one of this device of the user. */
export async function recordSentRecording(
  db: Database,
  userId: string,
  { device, title, content }: { device: string; title: string; content: string },
  now: Date,
) {
  const row = { id: newId(), sentAt: now, title, content };
  await db
    .insert(sentRecordings)
    .values({ userId, deviceId: device, ...row })
    .onConflictDoUpdate({ target: [sentRecordings.userId, sentRecordings.deviceId], set: row });
  await keepNewest(db, sentRecordings, sentRecordings.sentAt, userId, RECORDINGS_PER_USER);
}

export async function findSentRecording(db: Database, id: string) {
  const [found] = await db.select().from(sentRecordings).where(eq(sentRecordings.id, id));
  if (!found) throw problem.notFound('Recording not found');
  const { title, sentAt, content } = found;
  return { _id: found.id, title, sentAt: sentAt.toISOString(), content };
}

/** Sorts rows by urgency: refused changes first, then waiting ones, then devices that reported longest ago. */
function byUrgency(a: SyncRow, b: SyncRow): number {
  const refused = (b.device?.report.refusedCount ?? 0) - (a.device?.report.refusedCount ?? 0);
  const waiting = (b.device?.report.waiting ?? 0) - (a.device?.report.waiting ?? 0);
  const heard = (a.device?.heardAt ?? '').localeCompare(b.device?.heardAt ?? '');
  return refused || waiting || heard || a.user.name.localeCompare(b.user.name);
}

/** Whether the device has changes that the server did not record. A device may report any whole number. */
const isWorkLeft = sql`(${syncDevices.report}->>'waiting')::numeric + (${syncDevices.report}->>'refusedCount')::numeric > 0`;

/**
 * The devices of all active users and the active users without one, most urgent first. Of deactivated users only the
 * devices with unsent work.
 */
export async function listSyncRows(db: Database): Promise<SyncRow[]> {
  const ofDevice = and(
    eq(sentRecordings.userId, syncDevices.userId),
    eq(sentRecordings.deviceId, syncDevices.deviceId),
  );
  const rows = await db
    .select({
      user: { _id: users.id, name: users.name, active: users.active, lastSignInAt: users.lastSignInAt },
      deviceId: sql<string | null>`${syncDevices.deviceId}`,
      heardAt: syncDevices.heardAt,
      userAgent: syncDevices.userAgent,
      ip: syncDevices.ip,
      report: syncDevices.report,
      recordingId: sentRecordings.id,
      title: sentRecordings.title,
      sentAt: sentRecordings.sentAt,
    })
    .from(users)
    .leftJoin(syncDevices, eq(syncDevices.userId, users.id))
    .leftJoin(sentRecordings, ofDevice)
    .where(or(eq(users.active, true), isWorkLeft));
  return rows.map(toSyncRow).sort(byUrgency);
}

interface FoundRow {
  user: { _id: string; name: string; active: boolean; lastSignInAt: Date | null };
  deviceId: string | null;
  heardAt: Date | null;
  userAgent: string | null;
  ip: string | null;
  report: SyncReport | null;
  recordingId: string | null;
  title: string | null;
  sentAt: Date | null;
}

function toSyncRow({ user, deviceId, heardAt, userAgent, ip, report, recordingId, title, sentAt }: FoundRow): SyncRow {
  const recording =
    recordingId === null || sentAt === null
      ? null
      : { _id: recordingId, title: title ?? '', sentAt: sentAt.toISOString() };
  const device =
    deviceId === null || heardAt === null || report === null
      ? null
      : { _id: deviceId, heardAt: heardAt.toISOString(), userAgent: userAgent ?? '', ip: ip ?? '', report, recording };
  return { user: { ...user, lastSignInAt: user.lastSignInAt?.toISOString() ?? null }, device };
}
