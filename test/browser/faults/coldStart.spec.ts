import { paths } from '../../../src/paths';
import { ADA, NORTH } from '../fixture/fixtures';
import { colas, colasIn } from '../fixture/lineFixtures';
import { expect, test } from '../fixture/fixtureTest';
import { expectWaiting, readyForNoSignal } from '../rep/outbox';
import { boxRow, rep } from '../rep/rep';
import { covers } from './covers';

for (const against of ['real', 'any'] as const) {
  test.describe(`cold start offline, against ${against === 'any' ? 'any' : 'our'} server`, () => {
    test.use({ against });
    test('the app opens without a signal, knows its user, and an open visit can be continued', {
      tag: '@full',
    }, async ({ ada, context, backend, signal }) => {
      await ada.signIn(ADA);
      await readyForNoSignal(ada.page);
      await signal.lose();
      const visit = await ada.openVisit(NORTH.name);
      await ada.refill('Box 1', colas(1));
      await ada.page.close();

      const later = rep(await context.newPage());
      await later.page.goto(paths.visit(visit));
      await expect(boxRow(later.page, 'Box 1').getByText('waiting to send')).toBeVisible();
      await expect(boxRow(later.page, 'Box 1').getByRole('link', { name: 'Refill this box' })).toHaveCount(0);
      await later.refill('Box 2', colas(2));
      await expectWaiting(later.page, 3);
      await signal.regain();
      await expectWaiting(later.page, 0);
      expect(colasIn(await backend.serverState())).toEqual([1, 2]);
      expect((await backend.serverState()).visits).toHaveLength(1);
    });

    test("a visit open under its local id moves to the server's in the address bar", {
      tag: '@full',
      ...covers('TREK#1175', 'offix#374'),
    }, async ({ ada, network, backend, signal }) => {
      await ada.signIn(ADA);
      await readyForNoSignal(ada.page);
      await signal.lose();
      const localId = await ada.openVisit(NORTH.name);
      expect(localId).toMatch(/^local-/);
      await ada.refill('Box 1', colas(1));
      await ada.openVisit(NORTH.name);
      await signal.regain();
      await expect(ada.page).not.toHaveURL(/local-/);
      await expect(boxRow(ada.page, 'Box 1').getByText('refilled')).toBeVisible();
      await ada.page.goto(paths.visit(localId));
      await expect(ada.page.getByRole('heading', { level: 1, name: NORTH.name })).toBeVisible();
      expect(colasIn(await backend.serverState())).toEqual([1]);
      const sent = network.seen.filter(({ fault }) => fault !== 'offline').map(({ url, body }) => `${url} ${body}`);
      expect(sent.filter((text) => text.includes('local-') && !text.startsWith(paths.visit('')))).toEqual([]);
    });
  });
}
