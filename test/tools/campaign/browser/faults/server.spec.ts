import { NORTH } from '../../../../browser/fixture/fixtures';
import { colas } from '../../../../browser/fixture/lineFixtures';
import { isWrite } from '../../../../browser/proxy/seenRequests';
import { ENTRIES, expect, test as campaignTest } from '../campaignTest';
import { type ProcessServer, startProcessServer } from '../processServer';

/** The campaign against a server that can be killed, with a database that can be restarted and filled. */
const test = campaignTest.extend<object, { realServer: ProcessServer }>({
  realServer: [
    async ({ browserName: _ }, provide) => {
      const server = await startProcessServer();
      await provide(server);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.describe.configure({ mode: 'serial' });

test('28: Server kill -9 in tx / after commit / mid-body', async ({ ada, campaign, network, realServer, signal }) => {
  await campaign.waiting();
  const before = realServer.kills();
  const killed = () => realServer.kills() - before;
  for (const [index, point] of (['receiving', 'inside', 'committed'] as const).entries()) {
    network.meet(isWrite, { kind: 'killAt', point }, { times: 1 });
    if (index === 0) await signal.regain();
    await expect.poll(killed, { timeout: 120_000 }).toBe(index + 1);
  }
  await campaign.save(ada, ENTRIES + 1);
  await campaign.judge({ page: ada.page, fired: killed() });
});

test('29: DB restart', async ({ ada, campaign, network, realServer, signal }) => {
  await campaign.waiting();
  const held = network.hold(isWrite, { skip: 1, times: 1 });
  await signal.regain();
  await expect.poll(() => held.met).toBe(1);
  const restarted = realServer.restartDatabase();
  held.letGo();
  await restarted;
  await campaign.save(ada, ENTRIES + 1);
  const unable = network.seen.filter(({ serverStatus }) => serverStatus === 503).length;
  expect(network.seen.filter(({ serverStatus }) => serverStatus === 500)).toEqual([]);
  await campaign.judge({ page: ada.page, fired: unable });
});

test('31: Disk full on server', async ({ ada, campaign, network, realServer, signal }) => {
  await campaign.waiting();
  const { freeBytes, giveSpace } = realServer.fillDisk();
  expect(freeBytes()).toBe(0);
  await signal.regain();
  const unable = () => network.seen.filter(({ serverStatus }) => serverStatus === 503).length;
  await expect.poll(unable, { timeout: 60_000 }).toBeGreaterThan(0);
  // Online, a refusal is shown as the specification says (§8), and the form stays.
  await ada.fillDelivery(NORTH.name, 'Box 2', colas(ENTRIES + 1));
  await ada.page.getByRole('button', { name: 'Submit box' }).click();
  await expect(ada.page.getByText(/Request failed \(503\): /)).toBeVisible();
  giveSpace();
  campaign.entered(ENTRIES + 1);
  expect(await ada.submitBox()).toBe('sent');
  await campaign.judge({ page: ada.page, fired: unable() });
});
