/** What the page measures of its outbox. */
export interface SaveTime {
  /** Until the app may show the delivery as saved, ms. */
  shown: number;
  /** Until the next transaction of this page that writes was complete, ms; `null` when there was none. */
  written: number | null;
}

const REST_MS = 300;
const MAX_REST_MS = 3_000;
const WRITTEN_MAX_MS = 5_000;
const POLL_MS = 5;
/** Saves that are begun at once while the queue is filled. */
const BATCH = 50;

/** When transactions that write were complete, ms on the page's clock. */
const completed: number[] = [];
/** Transactions that write and are not complete. */
let running = 0;

const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function transaction(...options) {
  const tx = begin.apply(this, options);
  if (options[1] !== 'readwrite') return tx;
  running += 1;
  const end = () => {
    running -= 1;
  };
  tx.addEventListener('abort', end);
  tx.addEventListener('complete', () => {
    end();
    completed.push(performance.now());
  });
  return tx;
};

const sleep = (ms: number) => new Promise((resolve) => window.setTimeout(resolve, ms));

/** Waits until the page has written nothing for a moment. */
async function rest(): Promise<void> {
  const end = performance.now() + MAX_REST_MS;
  while (performance.now() < end) {
    await sleep(REST_MS);
    if (running === 0 && performance.now() - (completed.at(-1) ?? 0) >= REST_MS) return;
  }
}

async function timeSave(mark: number): Promise<SaveTime> {
  await rest();
  const count = completed.length;
  const from = performance.now();
  await window.outbox?.save(mark);
  const shown = performance.now() - from;
  while (completed.length === count && performance.now() - from < WRITTEN_MAX_MS) await sleep(POLL_MS);
  const at = completed[count];
  return { shown, written: at === undefined ? null : at - from };
}

async function timeSaves(saves: number): Promise<SaveTime[]> {
  const times: SaveTime[] = [];
  for (let mark = 1; mark <= saves; mark += 1) times.push(await timeSave(mark));
  return times;
}

/** Saves deliveries until that many wait, or the time is over. Returns how many wait. */
async function fillOutbox(count: number, limitMs: number): Promise<number> {
  const end = performance.now() + limitMs;
  let waiting = (await window.outbox?.waiting()) ?? 0;
  while (waiting < count && performance.now() < end) {
    const marks = Array.from({ length: Math.min(BATCH, count - waiting) }, (_, index) => index + 1);
    await Promise.all(marks.map(async (mark) => window.outbox?.save(mark)));
    const before = waiting;
    waiting = (await window.outbox?.waiting()) ?? 0;
    if (waiting === before) await sleep(REST_MS);
  }
  return waiting;
}

declare global {
  interface Window {
    timeSaves?: typeof timeSaves;
    fillOutbox?: typeof fillOutbox;
  }
}

Object.assign(window, { timeSaves, fillOutbox });
