import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../../../src/server/db/openDatabase';
import { type RealServer, startRealServer } from '../../../../browser/fixture/realServer';
import { runServerToItsEnd } from '../../../../support/server/serverProcess';
import { ENTRIES, expect, test as campaignTest } from '../campaignTest';

let dataDir = '';

/** The campaign against a server whose embedded database lies on the disk. */
const test = campaignTest.extend<object, { realServer: RealServer }>({
  realServer: [
    async ({ browserName: _ }, provide) => {
      dataDir = mkdtempSync(join(tmpdir(), 'field-sales-'));
      const server = await startRealServer(() => openDatabase({ databaseUrl: null, dataDir }));
      await provide(server);
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('30: Second server on the same PGlite dir', async ({ ada, campaign, signal }) => {
  await campaign.waiting();
  await signal.regain();
  const second = await runServerToItsEnd({ DATA_DIR: dataDir });
  expect(second.code).toBe(1);
  expect(second.output).not.toContain('http://');
  const refusals = second.errors.split('in use').length - 1;
  await campaign.save(ada, ENTRIES + 1);
  await campaign.judge({ page: ada.page, fired: refusals });
});
