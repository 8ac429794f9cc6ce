import type { FixtureUser } from '../browser/fixture/fixtures';
import { expect, test as fieldTest } from '../browser/fixture/fixtureTest';
import { named, type RequirementId } from './requirements/requirements';
import { openFixture, sessionOf, type SpecFixture } from './fixture';

interface SpecParts {
  /** Whether the browser of this test knows service workers. Most proofs are about screens and calls and need none. */
  worker: boolean;
  /** The data of the server by the names of the fixtures, and how to change it without the app. */
  fixture: SpecFixture;
  /** Signs somebody in without the form: the cookie is there before the app starts. */
  signedIn: (member: FixtureUser) => Promise<void>;
}

/** The `test` of every proof: the built app, a faulty network, the real server with only the fixtures in it. */
export const test = fieldTest.extend<SpecParts>({
  worker: [false, { option: true }],
  context: async ({ context, worker }, provide) => {
    if (!worker) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
    await provide(context);
  },
  fixture: async ({ server }, provide) => {
    await provide(await openFixture(server));
  },
  signedIn: async ({ context, network, server }, provide) => {
    await provide(async (member) => {
      const token = await sessionOf(server, member);
      await context.addCookies([{ name: 'session', value: token, url: network.url, httpOnly: true }]);
    });
  },
});

/**
 * One step of a walk, named with a sentence of the specification, or several it proves at once. What it names
 * counts as proved once the step has passed.
 */
export async function proves(ids: RequirementId | readonly RequirementId[], proof: () => Promise<void>): Promise<void> {
  const [first, ...others] = typeof ids === 'string' ? [ids] : ids;
  if (first === undefined) return proof();
  await test.step(named(first), () => proves(others, proof));
}

export { expect };
