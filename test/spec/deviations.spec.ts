import { paths } from '../../src/paths';
import { expectRemembered } from '../browser/device/cacheRecords';
import { ADA, BO, NORTH, SOUTH } from '../browser/fixture/fixtures';
import { colas, colasIn } from '../browser/fixture/lineFixtures';
import { refusal } from '../browser/proxy/faults';
import { isWrite, ofCall } from '../browser/proxy/seenRequests';
import { expectWaiting, readyForNoSignal } from '../browser/rep/outbox';
import { expectAddress, fact } from './assertions';
import { expect, proves, test } from './specTest';

/** What is done where the letter of the specification would hurt a rep (requirements/deviations.ts). */

test.use({ worker: true });

test('T2 the address of a visit started offline', async ({ ada, page, signal, server }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(page);
  await signal.lose();
  const local = await ada.openVisit(SOUTH.name);
  await proves('T2.2', async () => {
    await expect(fact(page, 'Started')).toContainText('Today');
    await signal.regain();
    await expectWaiting(page, 0);
    await expect.poll(() => new URL(page.url()).pathname).not.toContain(local);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(SOUTH.name);
    expect((await server.serverState()).visits).toHaveLength(1);
  });
});

test('§4 the session at start', async ({ ada, page, network, signal, server }) => {
  await proves(['T1.1', 'S4.3'], async () => {
    const nobody = network.meet(ofCall('getMe'), { kind: 'dropBefore' });
    await page.goto(paths.locations());
    await expectAddress(page, paths.login());
    nobody.remove();
    await ada.signIn(ADA);
    await readyForNoSignal(page);
    for (const status of [401, 403]) {
      const refused = network.meet(ofCall('getMe'), refusal(status, 'No.'));
      await page.goto(paths.locations());
      await expectAddress(page, paths.login());
      refused.remove();
      await page.goto(paths.locations());
      await expect(page.getByText(`Hi, ${ADA.name}`)).toBeVisible();
      await expectRemembered(page, ADA.name);
    }
  });
  await proves(['T1.2', 'S4.3'], async () => {
    const stumbling = network.meet(ofCall('getMe'), refusal(503, 'Later.'));
    await page.goto(paths.locations());
    await expect(page.getByText(`Hi, ${ADA.name}`)).toBeVisible();
    stumbling.remove();
    await signal.lose();
    await page.goto(paths.deliveries());
    await expect(page.getByText(`Hi, ${ADA.name}`)).toBeVisible();
    await expectAddress(page, paths.deliveries());
  });
  await proves('T1.3', async () => {
    await ada.signOut();
    await expectAddress(page, paths.login());
    await expectRemembered(page, null);
    const from = network.seen.length;
    await signal.regain();
    await page.goto(paths.locations());
    await expectAddress(page, paths.login());
    const received = network.seen.slice(from).filter(({ serverStatus }) => serverStatus !== null);
    expect(received.find(ofCall('logout', 'getMe'))).toMatchObject({ method: 'POST' });
    expect((await server.serverState()).visits).toEqual([]);
  });
});

test('T8, T9 a busy server and a silent one', async ({ ada, page, network, signal, server }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(page);
  await proves('T9.1', async () => {
    let respond = () => {};
    const until = new Promise<void>((resolve) => {
      respond = resolve;
    });
    network.meet(ofCall('createDelivery'), { kind: 'hold', until }, { times: 1 });
    await ada.deliver(NORTH.name, 'Box 1', colas(7));
    await expectWaiting(page, 1);
    expect(colasIn(await server.serverState())).toEqual([]);
    respond();
    await expect.poll(async () => colasIn(await server.serverState())).toEqual([7]);
    expect(network.seen.filter(ofCall('createDelivery'))).toHaveLength(1);
    await expectWaiting(page, 0);
  });
  await proves('T8.1', async () => {
    await signal.lose();
    await ada.deliver(NORTH.name, 'Box 2', colas(8));
    network.meet(ofCall('createDelivery'), refusal(503, 'Later.', { 'Retry-After': '600' }), { times: 1 });
    const from = network.seen.length;
    const tries = () => network.seen.slice(from).filter(ofCall('createDelivery'));
    await signal.regain();
    await expect.poll(() => tries().length).toBe(1);
    await signal.lose();
    await signal.regain();
    await page.goto(paths.outbox());
    await expectWaiting(page, 1);
    expect(tries()).toHaveLength(1);
    await page.getByRole('button', { name: 'Sync now' }).click();
    await expect.poll(async () => colasIn(await server.serverState())).toEqual([7, 8]);
    await expectWaiting(page, 0);
  });
});

test("T6 the queue of one user is not the next one's", async ({ ada, page, network, server }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(page);
  const broken = network.meet(isWrite, { kind: 'dropBefore' });
  await ada.deliver(NORTH.name, 'Box 1', colas(7));
  await expectWaiting(page, 1);
  await proves('T6.1', async () => {
    await ada.pressLogout();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expectAddress(page, paths.login());
    broken.remove();
    await ada.signIn(BO);
    await expectWaiting(page, 0);
    await ada.deliver(NORTH.name, 'Box 2', colas(8));
    expect(colasIn(await server.serverState())).toEqual([8]);
    await ada.signOut();
    await ada.signIn(ADA);
    await expect.poll(async () => colasIn(await server.serverState())).toEqual([7, 8]);
    const { loose } = await server.serverState();
    expect(loose.map(({ rep, lines }) => [rep, lines[0]?.quantity])).toEqual([
      [ADA.name, 7],
      [BO.name, 8],
    ]);
  });
});
