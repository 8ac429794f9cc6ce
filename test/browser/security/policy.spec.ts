import { paths } from '../../../src/paths';
import { allScreens } from '../../spec/allScreens';
import { expect, test } from '../../spec/specTest';
import { CLEO } from '../fixture/fixtures';
import { hasRun, hoverCharts, look, watchViolations } from './watch';

test.use({ worker: true, expectedComplaints: [/Content Security Policy|TrustedHTML|TrustedScript/] });

test('security 19: every route runs under the policy, its charts and the worker included', async ({
  page,
  signedIn,
  fixture,
}) => {
  const violations = await watchViolations(page);
  const screens = await allScreens(fixture);
  await signedIn(CLEO);
  const more = [paths.account(), paths.audit(), paths.sync(), paths.manage('locations'), paths.manage('import')];
  for (const url of [...screens.map((screen) => screen.url), ...more]) await look(page, url);
  await hoverCharts(page);
  const worker = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
  expect(await worker()).toMatch(/\/sw\.js$/);
  expect(violations).toEqual([]);
});

test('security 19: a planted script is blocked, in the page and in text made markup', async ({ page }) => {
  const violations = await watchViolations(page);
  await page.route(/\/login$/, async (route) => {
    const response = await route.fetch();
    const planted = '<body onload="window.ran=1"><script>window.ran=1</script>';
    await route.fulfill({ response, body: (await response.text()).replace('<body>', planted) });
  });
  await page.goto(paths.login());
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(await hasRun(page)).toBe(false);
  const refused = await page.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<b>x</b>';
      return 'taken';
    } catch (error) {
      return String(error);
    }
  });
  expect(refused).toContain('TrustedHTML');
  await expect.poll(() => violations.map((text) => text.split(' ')[0])).toContain('script-src-elem');
});
