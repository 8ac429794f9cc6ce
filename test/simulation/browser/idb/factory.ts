import type { SimTab } from '../simTab';
import { SimDatabase } from './database';
import type { Disk } from './disk';
import { compareKeys, keyOf } from './keys';
import { SimOpenRequest } from './request';

const OPEN_MS = 1;

/** IDBFactory, as one tab has it. */
export class SimFactory {
  constructor(
    private disk: Disk,
    private tab: SimTab,
  ) {}

  open(name: string, version?: number): SimOpenRequest {
    const request = new SimOpenRequest(null, null);
    const serve = () => this.serveOpen(request, name, version);
    this.disk.kernel.after(OPEN_MS, this.tab, () => this.whenOpenable(serve));
    return request;
  }

  /** While databases can't be opened the request waits. */
  private whenOpenable(serve: () => void): void {
    if (!this.disk.conditions.opensHang) return serve();
    this.disk.onFault('diskOpenHangs');
    this.disk.kernel.after(500, this.tab, () => this.whenOpenable(serve));
  }

  private serveOpen(request: SimOpenRequest, name: string, wanted: number | undefined): void {
    const stored = this.disk.databaseOf(name);
    const version = wanted ?? Math.max(1, stored.version);
    if (version < stored.version) {
      this.disk.onFault('diskVersionError');
      request.fail(new DOMException(`The existing version is ${stored.version}.`, 'VersionError'));
      return;
    }
    if (version === stored.version) {
      request.succeed(new SimDatabase(this.disk, this.tab, stored, version));
      return;
    }
    this.changeVersion(
      name,
      version,
      (oldVersion) => {
        const database = new SimDatabase(this.disk, this.tab, stored, version);
        stored.version = version;
        const upgrade = database.begin([], 'versionchange', 'default');
        database.upgrade = upgrade;
        request.transaction = upgrade;
        upgrade.addEventListener('complete', () => {
          database.upgrade = null;
          request.transaction = null;
          request.succeed(database);
        });
        request.succeed(database, 'upgradeneeded', { oldVersion, newVersion: version });
      },
      () => request.tellBlocked(stored.version, version),
    );
  }

  /** Asks the other connections to close, and goes on once they have. */
  private changeVersion(name: string, version: number, then: (oldVersion: number) => void, blocked: () => void): void {
    const { disk, tab } = this;
    const stored = disk.databaseOf(name);
    const others = () => [...disk.connections].filter((connection) => connection.stored === stored);
    for (const connection of others()) {
      disk.kernel.after(0, connection.tab, () => {
        if (!connection.isClosed) connection.tellVersionChange(version);
      });
    }
    let isDone = false;
    const proceed = () => {
      if (isDone || others().length > 0) return;
      isDone = true;
      disk.waiting.delete(proceed);
      disk.kernel.after(0, tab, () => then(stored.version));
    };
    disk.waiting.add(proceed);
    disk.kernel.after(2, tab, () => {
      if (others().length > 0) {
        disk.onFault('diskBlocked');
        blocked();
      }
      proceed();
    });
  }

  cmp(a: unknown, b: unknown): number {
    return Math.sign(compareKeys(keyOf(a), keyOf(b)));
  }

  async databases(): Promise<{ name: string; version: number }[]> {
    return [...this.disk.databases.values()].map(({ name, version }) => ({ name, version }));
  }

  deleteDatabase(name: string): SimOpenRequest {
    const request = new SimOpenRequest(null, null);
    this.disk.kernel.after(OPEN_MS, this.tab, () => {
      const drop = () => {
        this.disk.databases.delete(name);
        request.succeed(undefined);
      };
      this.changeVersion(name, 0, drop, () => request.tellBlocked(0, null));
    });
    return request;
  }
}
