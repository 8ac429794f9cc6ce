import { type ProcessEnvironment, readConfig, readSetting, SETTINGS } from './config';
import { exposureWarnings } from './exposure';

/** Why reading fails, in one line, or `null`. */
function faultOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * `npm start -- --check`: every setting with its value, where the value comes from and whether it can be used, one line
 * each, then what the start would warn of. Secrets are not shown. Nothing is opened or written.
 */
export function checkSettings(env: ProcessEnvironment): { lines: string[]; isFaulty: boolean } {
  const rows = Object.values(SETTINGS).map((setting) => {
    const { variable, fallback, isSecret = false } = setting;
    const given = env[variable] || null;
    const value = given !== null && isSecret ? '(hidden)' : (given ?? fallback ?? '(not set)');
    const fault = faultOf(() => readSetting<unknown>(setting, env));
    return { cells: [variable, value, given === null ? 'default' : 'environment'], fault };
  });
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map(({ cells }) => (cells[column] ?? '').length)));
  const lines = rows.map(({ cells, fault }) => {
    const columns = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return [...columns, fault === null ? 'ok' : `fault: ${fault}`].join('  ');
  });
  const isFaulty = rows.some(({ fault }) => fault !== null);
  return { lines: isFaulty ? lines : [...lines, ...exposureWarnings(readConfig(env))], isFaulty };
}
