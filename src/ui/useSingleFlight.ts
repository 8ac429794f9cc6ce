import { useRef, useState } from 'react';

/**
 * A deed that is done once however often it is pressed, and whether it is in hand. `deed` answers whether it was taken:
 * then it stays in hand on the way to the next screen; otherwise it may be pressed anew.
 */
export function useSingleFlight<Args extends unknown[]>(
  deed: (...args: Args) => Promise<boolean>,
): [press: (...args: Args) => Promise<void>, inHand: boolean] {
  const [inHand, setInHand] = useState(false);
  // Two presses within one frame both see the state of before; the ref they share does not wait for a render.
  const isInHand = useRef(false);
  const set = (value: boolean) => {
    isInHand.current = value;
    setInHand(value);
  };
  const press = async (...args: Args) => {
    if (isInHand.current) return;
    set(true);
    let isTaken = false;
    try {
      isTaken = await deed(...args);
    } finally {
      if (!isTaken) set(false);
    }
  };
  return [press, inHand];
}
