import type { EnteredLine } from '../rep/rep';
import { COLA } from './cast';
import { deliveriesOf, type Truth } from './truth';

/** A line of so many colas: the quantity is the mark by which a test finds its delivery again. */
export const colas = (quantity: number): EnteredLine[] => [{ item: COLA.name, packaging: 'each', quantity }];

/** The marks of all deliveries that a server holds, sorted: one for each, so one that came twice stands twice. */
export function colasIn(truth: Truth): number[] {
  return deliveriesOf(truth)
    .flatMap(({ lines }) => lines.map(({ quantity }) => quantity))
    .sort((a, b) => a - b);
}
