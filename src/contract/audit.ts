import * as z from 'zod/mini';
import { AUDIT_PAGE_SIZE_DEFAULT, AUDIT_PAGE_SIZE_MAX, FIRST_PAGE } from '../domain/constants';
import { countParam, idSchema, instantSchema, textParam } from './common';
import { pageInfoSchema } from './deliveries';

/** The kinds of records in the audit. */
export const AUDITED_ENTITIES = ['visit', 'delivery', 'user', 'item', 'location', 'box', 'import'] as const;
export type AuditedEntity = (typeof AUDITED_ENTITIES)[number];

/**
 * `signIn`, `changePassword` and `resetPassword` are about a user, `setPrice` about an item, `create` and `update`
 * about any record. An import is created; its id is made for this entry.
 */
const AUDIT_ACTIONS = ['create', 'update', 'signIn', 'changePassword', 'resetPassword', 'setPrice'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const auditEntrySchema = z.object({
  _id: idSchema,
  /** Who did it. */
  user: z.object({ _id: idSchema, name: z.string() }),
  /** When the server received it. */
  at: instantSchema,
  action: z.enum(AUDIT_ACTIONS),
  entity: z.enum(AUDITED_ENTITIES),
  entityId: idSchema,
  /**
   * The current name of the record: of a visit that of its location, of a box or delivery the label of the box with the
   * location; `null` for none.
   */
  entityName: z.nullable(z.string()),
  /**
   * The values before and after: of an edit the changed fields or lines, in older entries all of them; `null` if not
   * recorded. Never a password.
   */
  before: z.unknown(),
  after: z.unknown(),
  /** true: before and after are left out, because the page would be longer than 8 MB. The CSV has them. */
  isShortened: z.optional(z.boolean()),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditPageSchema = z.object({ data: z.array(auditEntrySchema), pageInfo: pageInfoSchema });
export type AuditPage = z.infer<typeof auditPageSchema>;

const filters = {
  user: textParam,
  entity: z.optional(z.enum(AUDITED_ENTITIES)),
  entityId: textParam,
  from: textParam,
  to: textParam,
};

/**
 * `user` is who did it, `entity` and `entityId` the record that it is about; `from` and `to` are instants or bare (UTC)
 * days, both ends included.
 */
export const auditExportQuery = z.object(filters);
export type AuditFilter = z.output<typeof auditExportQuery>;

export const auditQuery = z.object({
  ...filters,
  page: countParam({ default: FIRST_PAGE, min: 1, max: 999_999_999 }),
  limit: countParam({ default: AUDIT_PAGE_SIZE_DEFAULT, min: 1, max: AUDIT_PAGE_SIZE_MAX }),
});
export type AuditQuery = z.output<typeof auditQuery>;
