import { createElement, Fragment, type Key, type ReactElement, type ReactNode } from 'react';

/*
 * A stand-in for `@react-spring/web` without animation, which the build gives to nivo (`vite.config.ts`). The same
 * functions return the final values at once. A chart is drawn in a third of the time, and the animation engine is not
 * loaded.
 */

type Values = Record<string, unknown>;
type Phase<Item> = Values | ((item: Item, index: number) => Values);

interface SpringProps extends Values {
  from?: Values;
  to?: Values;
}

interface TransitionProps<Item> {
  keys?: (item: Item) => Key;
  enter: Phase<Item>;
}

type RenderItem<Item> = (values: Values, item: Item, state: { key: Key }, index: number) => ReactNode;

/** The elements that nivo animates. */
export const animated = {
  circle: 'circle',
  div: 'div',
  g: 'g',
  line: 'line',
  path: 'path',
  rect: 'rect',
  text: 'text',
} as const;

/** Named animation settings; there are none. */
export const config: Record<string, Values> = { default: {} };

/** Computes a value from one value, or from several. */
export function to<Result>(values: unknown, compute: (...values: unknown[]) => Result): Result {
  return Array.isArray(values) ? compute(...values) : compute(values);
}

/** The final values of a spring, with its other values. */
export function useSpring({ from, to: end, ...values }: SpringProps): Values {
  return { ...values, ...from, ...end };
}

/** Renders every item with the values at the end of its `enter` phase. */
export function useTransition<Item>(
  items: readonly Item[],
  { keys, enter }: TransitionProps<Item>,
): (render: RenderItem<Item>) => ReactElement[] {
  return (render) =>
    items.map((item, index) => {
      const key = keys?.(item) ?? index;
      const values = typeof enter === 'function' ? enter(item, index) : enter;
      return createElement(Fragment, { key }, render(values, item, { key }, index));
    });
}
