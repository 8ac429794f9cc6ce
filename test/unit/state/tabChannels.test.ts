import { expect, it } from 'vitest';
import { holdMessages, type TabChannel } from '../../../src/state/root/tabChannels';

/** A channel on which messages arrive. */
function aChannel() {
  const target = new EventTarget();
  const addEventListener = target.addEventListener.bind(target) as TabChannel['addEventListener'];
  const channel: TabChannel = { postMessage: () => undefined, addEventListener };
  const arrive = (data: unknown) => target.dispatchEvent(new MessageEvent('message', { data }));
  return { channel, arrive };
}

it.each([
  ['messages wait for the listener, which handles them in order and at once', false, ['a', 'b']],
  ['of states that arrive before the listener it handles the last one', true, ['b']],
])('%s', (_, areStates, handledAtOnce) => {
  const { channel, arrive } = aChannel();
  const held = holdMessages(channel, areStates);
  arrive('a');
  arrive('b');
  const handled: unknown[] = [];
  held.addEventListener('message', ({ data }) => handled.push(data));
  expect(handled).toEqual(handledAtOnce);
  arrive('c');
  expect(handled).toEqual([...handledAtOnce, 'c']);
});
