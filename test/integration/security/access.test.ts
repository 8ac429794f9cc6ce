import { describe, expect, it } from 'vitest';
import { type Call, type CallName, calls } from '../../../src/contract/calls';
import { API_BASE_PATH } from '../../../src/domain/constants';
import { type Role, ROLES } from '../../../src/domain/roles';
import { users } from '../../../src/server/db/schema';
import { routeList } from '../../../src/server/routes/routeList';
import { eq } from 'drizzle-orm';
import { aUser } from '../../support/server/builders';
import type { Caller } from '../../support/server/harness';
import { serverOfFile } from '../../support/server/serverOfFile';

const server = await serverOfFile();

/**
 * What each kind of caller gets from the access rule. What comes after the rule is not the matter here. A new role does
 * not compile without a column.
 */
type Row = Record<'none' | Role | 'inactive', 401 | 403 | 'passes'>;

const PUBLIC: Row = { none: 'passes', rep: 'passes', admin: 'passes', inactive: 'passes' };
const SIGNED_IN: Row = { none: 401, rep: 'passes', admin: 'passes', inactive: 403 };
/** A caller without a session gets `user: null`; a session that is over is refused. */
const NO_SESSION_NEEDED: Row = { none: 'passes', rep: 'passes', admin: 'passes', inactive: 403 };
const ADMIN: Row = { none: 401, rep: 403, admin: 'passes', inactive: 403 };

/** The golden matrix: written down call by call, so that a changed rule must be changed here too. */
const GOLDEN: Record<CallName, Row> = {
  getMe: NO_SESSION_NEEDED,
  login: PUBLIC,
  logout: PUBLIC,
  register: PUBLIC,
  getHealth: PUBLIC,
  listItems: SIGNED_IN,
  createItem: ADMIN,
  listLocations: SIGNED_IN,
  createLocation: ADMIN,
  listBoxes: SIGNED_IN,
  getBox: SIGNED_IN,
  createBox: ADMIN,
  listDeliveries: SIGNED_IN,
  getDelivery: SIGNED_IN,
  createDelivery: SIGNED_IN,
  updateDelivery: SIGNED_IN,
  listUsers: ADMIN,
  createUser: ADMIN,
  updateUser: ADMIN,
  startVisit: SIGNED_IN,
  listVisits: SIGNED_IN,
  getVisit: SIGNED_IN,
  submitVisit: SIGNED_IN,
  updateVisitNote: SIGNED_IN,
  updateVisit: SIGNED_IN,
  getItemsUsage: SIGNED_IN,
  getRepProductivity: SIGNED_IN,
  getOutcomes: SIGNED_IN,
  exportDeliveries: SIGNED_IN,
  exportItemsSummary: SIGNED_IN,
  exportReps: SIGNED_IN,
  exportLocationHistory: SIGNED_IN,
  getWrite: SIGNED_IN,
  cancelWrite: SIGNED_IN,
  changePassword: SIGNED_IN,
  resetPassword: ADMIN,
  updateItem: ADMIN,
  updateLocation: ADMIN,
  updateBox: ADMIN,
  listItemPrices: ADMIN,
  setItemPrice: ADMIN,
  previewImport: ADMIN,
  importFile: ADMIN,
  listSessions: SIGNED_IN,
  endSession: SIGNED_IN,
  endSessions: SIGNED_IN,
  listAudit: ADMIN,
  exportAudit: ADMIN,
  reportSync: SIGNED_IN,
  listSync: ADMIN,
  sendRecording: SIGNED_IN,
  getSentRecording: ADMIN,
  getReady: PUBLIC,
  listDemoAccounts: PUBLIC,
};

/** An empty body passes no schema, so a call that passes its rule changes nothing. */
async function outcomeOf(caller: Caller, call: Call): Promise<number | 'passes'> {
  const url = `${API_BASE_PATH}${call.path.replace(':id', 'unknown')}`;
  const { statusCode } = await caller.send(call.method, url, call.method === 'GET' ? undefined : {});
  return statusCode === 401 || statusCode === 403 ? statusCode : 'passes';
}

describe('security 10: every route', () => {
  it('belongs to one call of the contract, and every call has one', () => {
    expect(routeList.map((definition) => definition.name).sort()).toEqual(Object.keys(calls).sort());
  });

  it.each(Object.entries(GOLDEN))('%s allows the users that the golden matrix names', async (name, expected) => {
    await server.reset();
    const call = calls[name as CallName];
    const inactive = await server.signIn(await aUser(server.db));
    await server.db.update(users).set({ active: false }).where(eq(users.id, inactive.user.id));
    const callers: [string, Caller][] = [
      ['none', server.anyone],
      ['inactive', inactive],
    ];
    for (const role of ROLES) callers.push([role, await server.signIn(role)]);
    const outcomes: Record<string, unknown> = {};
    for (const [who, caller] of callers) outcomes[who] = await outcomeOf(caller, call);
    expect(outcomes).toEqual(expected);
  });

  it('checks the access before it reads the body, so that a refusal does not reveal the schema', async () => {
    const response = await server.anyone.post('/api/items', { nonsense: true });
    expect(response.statusCode).toBe(401);
  });
});
