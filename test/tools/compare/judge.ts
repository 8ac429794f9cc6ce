/** What became of the deliveries that a client said were saved. */
export interface Verdict {
  /** How many it said were saved. */
  saved: number;
  /** Said to be saved, but neither on the server nor waiting. */
  lost: number;
  /** Deliveries on the server beyond one for each that was entered. */
  doubled: number;
  /** Taken by the server right after one that was entered later. */
  outOfOrder: number;
  /** Still waiting at the end. */
  stuck: number;
  /** On the server although it was reported as not saved, and would enter it again. */
  unsaid: number;
}

/** Compares what was said with what is on the server. A mark of 0 is one that the server refuses. */
export function judge(saved: readonly number[], onServer: readonly number[], waiting: number): Verdict {
  const entered = saved.filter((mark) => mark !== 0);
  const arrived = new Set(onServer);
  const missing = entered.filter((mark) => !arrived.has(mark)).length;
  const firsts = onServer.filter((mark, index) => onServer.indexOf(mark) === index);
  return {
    saved: entered.length,
    lost: Math.max(0, missing - waiting),
    doubled: onServer.length - arrived.size,
    outOfOrder: firsts.filter((mark, index) => mark < (firsts[index - 1] ?? 0)).length,
    stuck: Math.min(missing, waiting),
    unsaid: [...arrived].filter((mark) => !entered.includes(mark)).length,
  };
}
