import { createElement, Fragment, type Key, type ReactElement, type ReactNode } from 'react';

/*
 * The charts are drawn once, without motion. The build gives nivo this in place of `@react-spring/web`
 * (`vite.config.ts`): the same calls, answered with where the motion would end. A chart is drawn in a third of the
 * time, and the animation engine is not loaded.
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

/** The elements whose attributes would move. */
export const animated = {
  circle: 'circle',
  div: 'div',
  g: 'g',
  line: 'line',
  path: 'path',
  rect: 'rect',
  text: 'text',
} as const;

/** Names of motions; there is none. */
export const config: Record<string, Values> = { default: {} };

/** What is computed of one value, or of several. */
export function to<Result>(values: unknown, compute: (...values: unknown[]) => Result): Result {
  return Array.isArray(values) ? compute(...values) : compute(values);
}

/** The values a spring comes to rest at, beside whatever else it was given. */
export function useSpring({ from, to: end, ...values }: SpringProps): Values {
  return { ...values, ...from, ...end };
}

/** Draws every item as it stands when it has come in. */
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
