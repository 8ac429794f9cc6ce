import type { Proved } from './proved';
import { type Section, sections } from './requirements/requirements';

const MARKS = { proved: '✓', failed: '✗ FAILED    ', missing: '✗ NOT PROVED' };

function printSection({ title, requirements, leftOpen }: Section, proved: Proved): number {
  const entries = Object.entries(requirements);
  const done = entries.filter(([id]) => proved.get(id) === 'proved').length;
  console.log(`\n${title}: ${done} of ${entries.length} proved`);
  for (const [id, sentence] of entries) {
    console.log(`  ${MARKS[proved.get(id) ?? 'missing']} ${id.padEnd(17)} ${sentence}`);
  }
  for (const sentence of leftOpen) console.log(`  – left open         ${sentence}`);
  return entries.length - done;
}

/** Prints every requirement with what came of it, then the sums; whether all are proved. */
export function printTable(proved: Proved): boolean {
  const missing = sections.map((section) => printSection(section, proved));
  const total = sections.reduce((sum, { requirements }) => sum + Object.keys(requirements).length, 0);
  const open = missing.reduce((sum, count) => sum + count, 0);
  console.log('');
  sections.forEach(({ title, requirements }, at) => {
    const count = Object.keys(requirements).length;
    console.log(`${title.padEnd(45)} ${String(count - (missing[at] ?? 0)).padStart(3)} of ${count}`);
  });
  console.log(`\n${total - open} of ${total} requirements proved, ${open} not proved`);
  return open === 0;
}
