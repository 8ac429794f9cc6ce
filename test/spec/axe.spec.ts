import { paths } from '../../src/paths';
import { expectNoAxeViolations } from '../browser/axe';
import { CLEO } from '../browser/fixture/fixtures';
import { allScreens } from './allScreens';
import { expectLoaded, openInApp } from './assertions';
import { expect, test } from './specTest';

/** axe finds nothing on any route, at both widths, in both themes. */

const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } };

for (const [name, viewport] of Object.entries(WIDTHS)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    // One of the four looks at every route in npm test, all of them in npm run spec.
    const tag = name === 'phone' && colorScheme === 'light' ? [] : ['@full'];
    test.describe(`axe, ${name}, ${colorScheme}`, { tag }, () => {
      test.use({ viewport, colorScheme });

      test('finds nothing on any route', async ({ page, signedIn, fixture }) => {
        const screens = await allScreens(fixture);
        await page.goto(paths.login());
        await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
        await expectNoAxeViolations(page);
        await signedIn(CLEO);
        await page.goto(paths.dashboard());
        for (const { url, heading } of screens) {
          await test.step(url, async () => {
            await openInApp(page, url);
            await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
            await expectLoaded(page);
            await expectNoAxeViolations(page);
          });
        }
      });
    });
  }
}
