import pg from 'pg';

type Callback = Parameters<pg.Pool['connect']>[0];

/**
 * Closes the connection if its first statement fails, which makes its place in the pool free. The caller gets the error
 * either way.
 */
function releaseIfFirstFails(client: pg.PoolClient): pg.PoolClient {
  const query = (...statement: unknown[]): unknown => {
    // From now on the method of the class runs again: only the first statement comes here.
    Reflect.deleteProperty(client, 'query');
    const result: unknown = Reflect.apply(client.query, client, statement);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: Error) => {
      client.release(error);
      throw error;
    });
  };
  return Object.assign(client, { query });
}

/**
 * A pool whose connections come back when a transaction cannot begin. Drizzle releases the connection of a transaction
 * only after a BEGIN that succeeded: each one that failed would take a place of the pool until the next start.
 */
export class ReleasingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    // The pool's own `query` takes this form and releases by itself.
    if (callback) return super.connect(callback);
    return super.connect().then(releaseIfFirstFails);
  }
}
