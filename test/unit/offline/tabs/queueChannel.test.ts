// @vitest-environment node
import { expect, it } from 'vitest';
import { createQueueChannel, type QueueMessage, heartbeatOver } from '../../../../src/offline/tabs/queueChannel';

const report = {
  userId: 'ann',
  pushed: 2,
  refused: 0,
  remaining: 1,
  ended: 'finished',
  retryAfterMs: null,
  at: 5,
} as const;

/** What a channel makes of what arrives on the wire. */
function heard(...arriving: unknown[]): QueueMessage[] {
  const wire = new EventTarget();
  const messages: QueueMessage[] = [];
  const channel = createQueueChannel(Object.assign(wire, { postMessage: () => undefined }));
  const end = channel.subscribe((message) => messages.push(message));
  for (const data of arriving) wire.dispatchEvent(new MessageEvent('message', { data }));
  end();
  wire.dispatchEvent(new MessageEvent('message', { data: { type: 'queueChanged', report: null } }));
  return messages;
}

it('a message is received as it was posted, until the listener unsubscribes', () => {
  const messages = [
    { type: 'queueChanged', report: null },
    { type: 'queueChanged', report },
  ];
  expect(heard(...messages)).toEqual(messages);
});

it('an unknown message of another version of the app is ignored', () => {
  const strange = [
    null,
    'queueChanged',
    {},
    { type: 'other' },
    { type: 'queueChanged', report: { ...report, ended: 'x' } },
  ];
  expect(heard(...strange)).toEqual([]);
});

it('a message is posted to the channel unchanged', () => {
  const posted: unknown[] = [];
  const wire = Object.assign(new EventTarget(), { postMessage: (message: unknown) => posted.push(message) });
  createQueueChannel(wire).post({ type: 'queueChanged', report });
  expect(posted).toEqual([{ type: 'queueChanged', report }]);
});

it('a heartbeat is received as such, and not as a change of the queue', () => {
  const wires = [new EventTarget(), new EventTarget()];
  const post = (data: unknown) => wires[1]?.dispatchEvent(new MessageEvent('message', { data }));
  const [here, there] = wires.map((wire) => createQueueChannel(Object.assign(wire, { postMessage: post })));
  let signs = 0;
  if (there) heartbeatOver(there).subscribe(() => (signs += 1));
  here?.post({ type: 'queueChanged', report: null });
  expect(signs).toBe(0);
  if (here) heartbeatOver(here).send();
  expect(signs).toBe(1);
});
