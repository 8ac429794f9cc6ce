import type { ActionEvent, CallEvent, RecordedEvent } from '../core/events';
import type { Json } from '../core/json';
import type { Difference } from '../core/replayState';
import type { Output } from './replayLog';
import type { Comparison } from './compare';

/** The key of an output. Outputs with the same key must come in the recorded order, others may come in any. */
export type OrderingKey = (output: Output) => string;

interface Expected {
  /** Index among the events of the run. */
  index: number;
  event: ActionEvent | CallEvent;
}

export interface Expectations {
  /** Matches an output of the replay with the next recorded event of its key, or returns how they differ. */
  take(output: Output): { event: ActionEvent | CallEvent } | { difference: Difference; index: number };
  /** The first recorded output before `index` that the replay has not produced; `null` for none. */
  missingBefore(index: number): { difference: Difference; index: number } | null;
  /** A difference at an index, with the number of the last action up to there. */
  at(index: number, what: string, part: Pick<Difference, 'path' | 'recorded' | 'replayed'>): Difference;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const describe = (output: Output): string =>
  output.kind === 'action' ? output.action.type : `the call "${output.what}"`;

const contentOf = (output: Output): unknown => (output.kind === 'action' ? output.action : output.with);

function isExpected(event: RecordedEvent): event is ActionEvent | CallEvent {
  return event.kind === 'call' || (event.kind === 'action' && !event.external);
}

/** The recorded outputs of the app, in their order for each key. */
export function createExpectations(
  events: readonly RecordedEvent[],
  orderingKeyOf: OrderingKey,
  comparison: Comparison,
): Expectations {
  const expectedByKey = new Map<string, Expected[]>();
  const numbers: number[] = [];
  let number = 0;
  for (const [index, event] of events.entries()) {
    if (event.kind === 'action') number = event.n;
    numbers.push(number);
    if (!isExpected(event)) continue;
    const key = orderingKeyOf(event);
    expectedByKey.set(key, [...(expectedByKey.get(key) ?? []), { index, event }]);
  }

  const at: Expectations['at'] = (index, what, part) => ({ action: numbers[index] ?? number, what, ...part });

  const missing = ({ index, event }: Expected) => ({
    index,
    difference: at(index, describe(event), {
      path: '',
      recorded: plain(contentOf(event)) as Json,
      replayed: undefined,
    }),
  });

  const firstUnmatched = (): Expected | undefined =>
    [...expectedByKey.values()].flatMap(([next]) => (next ? [next] : [])).sort((a, b) => a.index - b.index)[0];

  return {
    at,
    take(output) {
      const expected = expectedByKey.get(orderingKeyOf(output)) ?? [];
      const [next] = expected;
      const content = plain(contentOf(output));
      if (!next) {
        const index = firstUnmatched()?.index ?? events.length - 1;
        return {
          index,
          difference: at(index, describe(output), { path: '', recorded: undefined, replayed: content as Json }),
        };
      }
      const isSameKind = describe(next.event) === describe(output);
      const firstDifference = isSameKind
        ? comparison.firstDifference(contentOf(next.event), content)
        : { path: '', recorded: describe(next.event), replayed: describe(output) };
      if (firstDifference)
        return { index: next.index, difference: at(next.index, describe(next.event), firstDifference) };
      expected.shift();
      return { event: next.event };
    },
    missingBefore(index) {
      const unmatched = firstUnmatched();
      return unmatched && unmatched.index < index ? missing(unmatched) : null;
    },
  };
}
