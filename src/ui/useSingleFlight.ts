import { useRef, useState } from 'react';

/**
 * Single-flight submit: ignores further presses while one is running. Returns the handler and whether it is pending.
 * `submit` resolves to whether it succeeded: then it stays pending until the next screen; otherwise a press starts it
 * again.
 */
export function useSingleFlight<Args extends unknown[]>(
  submit: (...args: Args) => Promise<boolean>,
): [press: (...args: Args) => Promise<void>, isPending: boolean] {
  const [isPending, setPending] = useState(false);
  // Two presses within one frame both see the old state. The shared ref is set at once, without a render.
  const isRunning = useRef(false);
  const set = (value: boolean) => {
    isRunning.current = value;
    setPending(value);
  };
  const press = async (...args: Args) => {
    if (isRunning.current) return;
    set(true);
    let isTaken = false;
    try {
      isTaken = await submit(...args);
    } finally {
      if (!isTaken) set(false);
    }
  };
  return [press, isPending];
}
