import { expect, it } from 'vitest';
import { fairQueue, ownQueues } from '../../../src/server/http/fairQueue';
import { Problem } from '../../../src/server/http/problems';

const limits = { parallel: 2, waitingPerName: 3, waiting: 5, waitMs: 1_000, retryAfter: 10 };

/** A queue and what came of its tasks, each of which runs until `end`. */
function aQueue() {
  const { run } = fairQueue(limits);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (id: string) => () =>
    new Promise<string>((resolve) => {
      started.push(id);
      ends.set(id, () => resolve(id));
    });
  return {
    started,
    add: (id: string) => run(id.charAt(0), task(id)),
    end: async (id: string) => {
      ends.get(id)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** A queue that runs one task at a time, and tasks that take so long by its clock. */
function aTimedQueue() {
  let at = 0;
  const { run } = fairQueue({ ...limits, parallel: 1, waitingPerName: 100, waiting: 100 }, () => at);
  const taskOf = (durationMs: number) => async () => {
    at += durationMs;
  };
  return { run, taskOf };
}

it('runs tasks up to its limit at once, and the others in the order of arrival', async () => {
  const queue = aQueue();
  const all = Promise.all(['a1', 'a2', 'a3', 'a4'].map(queue.add));
  expect(queue.started).toEqual(['a1', 'a2']);
  for (const id of ['a2', 'a1', 'a3', 'a4']) await queue.end(id);
  expect(queue.started).toEqual(['a1', 'a2', 'a3', 'a4']);
  expect(await all).toEqual(['a1', 'a2', 'a3', 'a4']);
});

it('does not run a task whose caller has stopped waiting', async () => {
  let at = 0;
  const { run } = fairQueue({ ...limits, parallel: 1, callerWaitsMs: 15_000 }, () => at);
  let ran = 0;
  const first = run('a', async () => {
    await new Promise((resolve) => setImmediate(resolve));
    at = 15_001;
  });
  const late = run('a', async () => (ran += 1));
  await first;
  await expect(late).rejects.toMatchObject({ status: 503 });
  await run('a', async () => (ran += 1));
  expect(ran).toBe(1);
  // This caller has waited in another queue before.
  await expect(run('a', async () => (ran += 1), 0)).rejects.toMatchObject({ status: 503 });
  expect(ran).toBe(1);
});

it('serves the names round robin', async () => {
  const queue = aQueue();
  const all = Promise.all(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2'].map(queue.add));
  for (const id of ['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5']) await queue.end(id);
  expect(queue.started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5']);
  await all;
});

it('refuses tasks beyond the limit per name or in total, and runs none of them', async () => {
  const queue = aQueue();
  const waiting = ['a1', 'a2', 'a3', 'a4', 'a5'].map(queue.add);
  await expect(queue.add('a6')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 10 });
  waiting.push(queue.add('b1'), queue.add('b2'));
  await expect(queue.add('c1')).rejects.toBeInstanceOf(Problem);
  for (const id of ['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5']) await queue.end(id);
  await Promise.all(waiting);
  expect(queue.started).not.toContain('a6');
  const after = queue.add('c2');
  expect(queue.started).toContain('c2');
  await queue.end('c2');
  expect(await after).toBe('c2');
});

it('refuses a task that would have to wait longer than the limit, as long as the tasks are slow', async () => {
  const { run, taskOf } = aTimedQueue();
  for (let index = 0; index < 100; index += 1) await run('a', taskOf(400));
  const slow = ['b', 'c', 'd', 'e'].map((name) => run(name, taskOf(400)));
  expect((await Promise.allSettled(slow)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  for (let index = 0; index < 100; index += 1) await run('a', taskOf(10));
  await Promise.all(['b', 'c', 'd', 'e'].map((name) => run(name, taskOf(10))));
});

it('refuses the tasks of a name that has many waiting, and not those of the others', async () => {
  const { run, taskOf } = aTimedQueue();
  for (let index = 0; index < 100; index += 1) await run('a', taskOf(100));
  const names = [...Array.from({ length: 12 }, () => 'a'), 'b', 'c', 'd'];
  const results = await Promise.allSettled(names.map((name) => run(name, taskOf(100))));
  const refused = names.filter((_, index) => results[index]?.status === 'rejected');
  expect(refused).toEqual(['a']);
});

it('refuses what would wait too long once each of the other names took a turn before each of its own', async () => {
  const { run, taskOf } = aTimedQueue();
  for (let index = 0; index < 100; index += 1) await run('a', taskOf(100));
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => run(name, taskOf(100)));
  // Five names wait. The second turn of b comes after two of each, the third would come after 1.5 s.
  const ofOne = ['b', 'b'].map((name) => run(name, taskOf(100)));
  const results = await Promise.allSettled([...all, ...ofOne]);
  expect(results.map(({ status }) => status)).toEqual([...Array.from({ length: 7 }, () => 'fulfilled'), 'rejected']);
});

it('refuses no task because a few others stalled', async () => {
  const { run, taskOf } = aTimedQueue();
  for (let index = 0; index < 20; index += 1) await run('a', taskOf(10));
  for (let index = 0; index < 4; index += 1) await run('a', taskOf(10_000));
  const after = await Promise.allSettled(['b', 'c', 'd', 'e'].map((name) => run(name, taskOf(10))));
  expect(after.map(({ status }) => status)).not.toContain('rejected');
});

it('runs the next task after one that failed', async () => {
  const { run } = fairQueue({ ...limits, parallel: 1 });
  const failed = run('a', () => Promise.reject(new Error('broken')));
  const next = run('a', () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

it('with a queue for each name, a task waits only for others of its name; one too many is refused', async () => {
  const { run } = ownQueues({ ...limits, parallel: 1, waitingPerName: 1 });
  const ended: string[] = [];
  const ends: (() => void)[] = [];
  const task = (id: string) => () =>
    new Promise<void>((resolve) =>
      ends.push(() => {
        ended.push(id);
        resolve();
      }),
    );
  const all = [run('a', task('a1')), run('a', task('a2')), run('b', task('b1'))];
  expect(ends).toHaveLength(2);
  await expect(run('a', task('a3'))).rejects.toMatchObject({ status: 503, retryAfterSeconds: 10 });
  ends[1]?.();
  ends[0]?.();
  await all[0];
  await new Promise((resolve) => setImmediate(resolve));
  ends[2]?.();
  await Promise.all(all);
  expect(ended).toEqual(['b1', 'a1', 'a2']);
  await run('a', async () => ended.push('a4'));
  expect(ended.at(-1)).toBe('a4');
});
