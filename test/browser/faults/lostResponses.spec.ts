import { ADA, NORTH } from '../fixture/fixtures';
import { colas, colasIn } from '../fixture/lineFixtures';
import { expect, test } from '../fixture/fixtureTest';
import { type Fault, faults } from '../proxy/faults';
import { isWrite, ofCall } from '../proxy/seenRequests';
import { expectWaiting, readyForNoSignal } from '../rep/outbox';
import { covers } from './covers';

/** The first try of a write gets no response that counts, while the browser says that it is online. */

const RESPONSE_LOST = covers('odoo#152259', 'opencrvs-core#7477', 'kobocat#470');

interface LostResponse {
  name: string;
  fault: Fault;
  /** Whether the server acted on the first try. */
  committed: boolean;
  details?: { tag?: string; annotation?: { type: string; description: string } };
}

const lostResponses: LostResponse[] = [
  {
    name: 'drop before commit: the change is saved here and sent once',
    fault: faults.dropBefore,
    committed: false,
  },
  {
    name: 'drop after commit: the change is not made twice',
    fault: faults.dropAfter,
    committed: true,
    details: RESPONSE_LOST,
  },
  {
    name: 'hang: the try is given up, the change kept and sent once',
    fault: faults.hang,
    committed: false,
  },
  {
    name: 'hang after commit: the change is not made twice',
    fault: faults.hangAfter,
    committed: true,
    details: { tag: '@full', ...RESPONSE_LOST },
  },
  {
    name: 'cut body: half a response counts as none',
    fault: faults.cutBody,
    committed: true,
    details: { tag: '@full', ...RESPONSE_LOST },
  },
  {
    name: "200 HTML: a captive portal's page is not taken for success",
    fault: faults.captivePortal,
    committed: false,
    details: covers('opencrvs-core#7005'),
  },
];

for (const { name, fault, committed, details = {} } of lostResponses) {
  test(name, details, async ({ ada, network, server, signal }) => {
    await ada.signIn(ADA);
    // A worker that is still being fetched when the signal goes is an error of its own.
    await readyForNoSignal(ada.page);
    const rule = network.meet(ofCall('createDelivery'), fault);
    expect(await ada.deliver(NORTH.name, 'Box 1', colas(3))).toBe('saved locally');
    await expectWaiting(ada.page, 1);
    expect(colasIn(await server.serverState())).toEqual(committed ? [3] : []);

    rule.remove();
    await signal.lose();
    await signal.regain();
    await expectWaiting(ada.page, 0);
    expect(colasIn(await server.serverState())).toEqual([3]);
    expect(new Set(network.seen.filter(isWrite).map((request) => request.idempotencyKey)).size).toBe(1);
  });
}

test('duplicate: a request that reaches the server twice takes effect once', { tag: '@full' }, async ({
  ada,
  network,
  server,
}) => {
  await ada.signIn(ADA);
  network.meet(ofCall('createDelivery'), faults.duplicate);
  await ada.deliver(NORTH.name, 'Box 1', colas(3));
  await expectWaiting(ada.page, 0);
  expect(colasIn(await server.serverState())).toEqual([3]);
});
