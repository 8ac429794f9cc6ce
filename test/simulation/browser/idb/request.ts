import { SimEventTarget } from '../events';
import type { SimTransaction } from './transaction';

/** IDBRequest: its result comes with a `success` or an `error` event. */
export class SimRequest extends SimEventTarget {
  readyState: 'pending' | 'done' = 'pending';
  result: unknown = undefined;
  error: DOMException | null = null;

  constructor(
    readonly source: unknown,
    public transaction: SimTransaction | null,
  ) {
    super();
  }

  succeed(result: unknown, type = 'success', details: Record<string, unknown> = {}): void {
    this.readyState = 'done';
    this.result = result;
    this.fire(type, details);
  }

  /** A cursor that goes on reports with the same request again. */
  reopen(): void {
    this.readyState = 'pending';
  }

  /** False when a listener prevented what follows: the end of the transaction. */
  fail(error: DOMException, parents: readonly SimEventTarget[] = []): boolean {
    this.readyState = 'done';
    this.result = undefined;
    this.error = error;
    return this.fire('error', {}, parents);
  }
}

/** IDBOpenDBRequest. */
export class SimOpenRequest extends SimRequest {
  tellBlocked(oldVersion: number, newVersion: number | null): void {
    this.fire('blocked', { oldVersion, newVersion });
  }
}
