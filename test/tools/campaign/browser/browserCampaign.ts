import { spawnSync } from 'node:child_process';

interface BrowserPlan {
  /** The numbers of the faults; `undefined` for all. */
  chosen: number[] | undefined;
  entries: number;
}

const CONFIG = 'test/tools/campaign/playwright.config.ts';

/** Runs the faults in a browser against the built app; whether each fired and the promise held. */
export function browserCampaign({ chosen, entries }: BrowserPlan): boolean {
  const build = spawnSync('npx', ['vite', 'build'], { stdio: 'inherit' });
  if (build.status !== 0) throw new Error('vite build failed');
  const only = chosen ? ['--grep', `\\s(${chosen.join('|')}: )`] : [];
  const env = { ...process.env, CAMPAIGN_ENTRIES: String(entries) };
  return spawnSync('npx', ['playwright', 'test', '-c', CONFIG, ...only], { stdio: 'inherit', env }).status === 0;
}
