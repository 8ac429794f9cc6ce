import { below } from './mutant';

/** Bugs of the server, which the promise rests on too. */
export const ON_SERVER = below('server', [
  ['idempotency/keyedWrites.ts', 'carries a repeat out again', 'if (repeat) return repeat;', ''],
  [
    'idempotency/keyedWrites.ts',
    'forgets every key',
    'await tx.insert(idempotencyKeys).values({ userId, key, requestHash: hash, ...response, createdAt: now });',
    '',
  ],
  [
    'idempotency/keyedWrites.ts',
    'refuses an unchanged repeat',
    'if (isHashOf(row.requestHash, write)) return { ...recorded, isRepeat: true };',
    '',
  ],
  [
    'idempotency/keyedWrites.ts',
    'takes a changed repeat for the first',
    'if (isHashOf(row.requestHash, write)) return',
    'if (row.requestHash) return',
  ],
  [
    'idempotency/keyedWrites.ts',
    'carries out what was cancelled',
    "if (row.requestHash === null) throw problem.gone('This change was cancelled before it arrived.');",
    'if (row.requestHash === null) {\n    await tx.delete(idempotencyKeys).where(isRowOf(write.userId, write.key));\n    return null;\n  }',
  ],
  [
    'idempotency/keyedWrites.ts',
    'says cancelled and forgets it',
    'await tx.insert(idempotencyKeys).values({ userId, key, createdAt: now });\n        return',
    'return',
  ],
  [
    'idempotency/keyedWrites.ts',
    'says cancelled of what is recorded',
    'if (settled) return settled;',
    "if (settled) return { state: 'cancelled' };",
  ],
  ['http/ifMatch.ts', 'heeds no version', 'if (ifMatch === null || ifMatch === version) return;', 'return;'],
  [
    'http/ifMatch.ts',
    'refuses every version',
    'if (ifMatch === null || ifMatch === version) return;',
    'if (ifMatch === null) return;',
  ],
  [
    'http/capturedAt.ts',
    'takes a change in the session of another',
    "if (madeBy !== null && madeBy !== user._id) throw problem.unauthorized('This change belongs to another user.');",
    '',
    'offline/invariants/session.test.ts',
  ],
  [
    'http/instantHeader.ts',
    'prices at the time of capture',
    'return instantHeader(request, PRICES_AS_OF_HEADER, now) ?? capturedAt;',
    'return capturedAt;',
  ],
  [
    'http/instantHeader.ts',
    'prices at the time of the sync',
    'return instantHeader(request, PRICES_AS_OF_HEADER, now) ?? capturedAt;',
    'return now;',
  ],
  [
    'services/itemPrices.ts',
    'prices with the newest price',
    'lte(itemPrices.validFrom, at)',
    "lte(itemPrices.validFrom, new Date('9999-12-31'))",
  ],
  [
    'services/itemPrices.ts',
    'prices with the first price',
    '.orderBy(desc(itemPrices.validFrom))',
    '.orderBy(asc(itemPrices.validFrom))',
    'offline/invariants/prices.test.ts',
  ],
  [
    'services/changeDelivery.ts',
    'prices an edited line anew',
    'await pricedItemsFor(tx, drafts, edit, itemsBefore), before)',
    'await pricedItemsFor(tx, drafts, edit, itemsBefore))',
  ],
  [
    'services/changeDelivery.ts',
    'counts no version of a delivery',
    'version: delivery.version + 1',
    'version: delivery.version',
  ],
  [
    'services/changeDelivery.ts',
    'records the new lines beside the old',
    'await tx.delete(deliveryLines).where(eq(deliveryLines.deliveryId, deliveryId));',
    '',
  ],
  [
    'services/changeVisit.ts',
    'counts no version of a visit',
    'const version = visit.version + 1;',
    'const { version } = visit;',
  ],
  ['services/changeVisit.ts', 'submits a visit without its note', '...(note !== undefined && { note }),', ''],
  [
    'services/startVisit.ts',
    'starts a second visit beside the open one',
    'isNew: true };\n    const open = await openVisit(tx, repId, locationId);\n    if (open) return { id: open.id, isNew: false };',
    'isNew: true };',
  ],
  [
    'auth/sessions.ts',
    'responds to a deactivated rep with 401',
    'isDeactivated: row !== undefined && !row.isActive',
    'isDeactivated: false',
    'offline/invariants/firstTrySession.test.ts',
  ],
]);
