import * as z from 'zod/mini';
import {
  LINE_LENGTH_MAX,
  RECORDING_CHARS_MAX,
  REFUSED_REPORTED_MAX,
  REPORTED_PAYLOAD_CHARS,
} from '../domain/constants';
import { idSchema, instantSchema } from './common';

const lineSchema = z.string().check(z.maxLength(LINE_LENGTH_MAX));
const countSchema = z.int().check(z.minimum(0));

const refusedEntrySchema = z.strictObject({
  /** The id of the queue entry. */
  id: idSchema,
  /** A short text of what the entry will do. */
  description: lineSchema,
  /** The server's reason for the refusal. */
  reason: lineSchema,
  /** The HTTP status of the refusal. */
  status: z.optional(z.int()),
  /** When the person made the change, by the device's clock. */
  capturedAt: lineSchema,
  /** The path and the body as JSON, cut off at its end. A queued body holds no password. */
  payload: z.string().check(z.maxLength(REPORTED_PAYLOAD_CHARS)),
});

/** The report of a device about the queue of its signed-in user. */
export const syncReportBody = z.strictObject({
  /** A random id of the browser profile. */
  device: idSchema,
  /** The name of the app's main file, which changes with every build. */
  build: lineSchema,
  /** The number of waiting changes, without the refused ones. */
  waiting: countSchema,
  refusedCount: countSchema,
  /** The oldest refused entries. */
  refused: z.array(refusedEntrySchema).check(z.maxLength(REFUSED_REPORTED_MAX)),
  /** The time of the oldest unsent change, an ISO instant. */
  oldestCapturedAt: z.optional(lineSchema),
  /** The server's clock minus the device's, in ms. */
  clockOffMs: z.optional(z.number()),
  /** The free storage space of the app, in bytes. */
  spaceLeftBytes: z.optional(z.number()),
});
export type SyncReport = z.infer<typeof syncReportBody>;
export type RefusedReport = SyncReport['refused'][number];

const sentRecordingInfo = { _id: idSchema, title: z.string(), sentAt: instantSchema };

const syncDeviceSchema = z.object({
  _id: idSchema,
  heardAt: instantSchema,
  userAgent: z.string(),
  ip: z.string(),
  report: syncReportBody,
  /** The recording that this device sent last; `null` for none. */
  recording: z.nullable(z.object(sentRecordingInfo)),
});
export type SyncDevice = z.infer<typeof syncDeviceSchema>;

/** Most urgent first: refused changes, then waiting ones, then the devices that reported longest ago. */
export const syncListSchema = z.array(
  z.object({
    /** A deactivated user is listed only with devices that have waiting or refused changes. */
    user: z.object({ _id: idSchema, name: z.string(), active: z.boolean(), lastSignInAt: z.nullable(instantSchema) }),
    /** `null`: no device of this user has reported yet. */
    device: z.nullable(syncDeviceSchema),
  }),
);
export type SyncRow = z.infer<typeof syncListSchema>[number];

export const sendRecordingBody = z.strictObject({
  device: idSchema,
  title: lineSchema,
  /** The recording's file, compressed by gzip, as base64. */
  content: z.string().check(z.minLength(1), z.regex(/^[A-Za-z0-9+/]+=*$/), z.maxLength(RECORDING_CHARS_MAX)),
});

export const sentRecordingSchema = z.object({ ...sentRecordingInfo, content: z.string() });
