import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseStormResult, type StormPlan, type StormResult } from './stormMessages';

const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

/** Runs the devices of a storm in a process of their own, until each entry is acknowledged. */
export async function runDevices(plan: StormPlan): Promise<StormResult> {
  const args = ['--import', 'tsx', join(import.meta.dirname, 'stormDevices.ts'), JSON.stringify(plan)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: OUTPUT_MAX_BYTES });
  return parseStormResult(stdout);
}

/** How many tries failed, by status: "3 × 500, 2 × no response"; "none" without any. */
export function failuresOf({ failed }: StormResult): string {
  const texts = Object.entries(failed).map(
    ([status, count]) => `${count} × ${status === '0' ? 'no response' : status}`,
  );
  return texts.join(', ') || 'none';
}
