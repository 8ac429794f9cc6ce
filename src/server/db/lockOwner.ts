import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process that has, or had, a data folder open, as the name of its lock file says. */
export interface LockOwner {
  pid: number;
  /** When the process began, in ticks since the machine started; '' where the system does not say. */
  startTicks: string;
  /** The start of the machine and the PID namespace in which `pid` counts; '' where the system does not say. */
  pidSpace: string;
  /** Random: no two processes, and no two openings by one process, have the same. */
  id: string;
  host: string;
}

/** `ended` is certain. `unknown`: the pid belongs to another container or machine, or the system does not say. */
type Liveness = 'running' | 'ended' | 'unknown';

const TEXT_FORM = /^(\d+)\.(\d*)\.([\w-]*)\.([0-9a-f]+)\.(.*)$/;

/** State and start of a process of this PID namespace; `null` where the system does not say. */
function processStat(pid: number): { state: string; startTicks: string } | null {
  try {
    // The name of the process comes before the last ')', and may itself hold blanks and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    const [state, startTicks] = [fields?.[0], fields?.[19]];
    return state && startTicks ? { state, startTicks } : null;
  } catch {
    return null;
  }
}

function ownPidSpace(): string {
  try {
    // A /proc of another namespace would describe other processes under the same pids.
    if (readlinkSync('/proc/self') !== String(process.pid)) return '';
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}-${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}`;
  } catch {
    return '';
  }
}

export const thisProcess = (): LockOwner => ({
  pid: process.pid,
  startTicks: processStat(process.pid)?.startTicks ?? '',
  pidSpace: ownPidSpace(),
  id: randomBytes(8).toString('hex'),
  host: hostname().replace(/[^\w.-]/g, '_'),
});

/** The owner as a part of a file name; `parseOwner` reads it. */
export const ownerText = ({ pid, startTicks, pidSpace, id, host }: LockOwner) =>
  [pid, startTicks, pidSpace, id, host].join('.');

export function parseOwner(text: string): LockOwner | null {
  const [, pid, startTicks, pidSpace, id, host] = TEXT_FORM.exec(text) ?? [];
  if (!pid || startTicks === undefined || pidSpace === undefined || !id || host === undefined) return null;
  return { pid: Number(pid), startTicks, pidSpace, id, host };
}

/** Whether the owner still runs. A pid alone may have been given to a later process, so its start must agree. */
export function livenessOf(owner: LockOwner): Liveness {
  if (owner.pidSpace === '' || owner.startTicks === '' || owner.pidSpace !== ownPidSpace()) return 'unknown';
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'ended';
  }
  const stat = processStat(owner.pid);
  if (!stat) return 'unknown';
  const isZombie = stat.state === 'Z' || stat.state === 'X';
  return isZombie || stat.startTicks !== owner.startTicks ? 'ended' : 'running';
}
