import fc from 'fast-check';
import { pick } from '../rig/formBook';
import { parseScript, type Step, type StepFactors, singleSteps } from './steps';

/**
 * A phrase is a sequence of steps that belong together, written as a script with placeholders. `$` stands for the
 * number of a device, which is also the number of the rep who is signed in on it at first. `{a|b}` stands for a or b,
 * chosen at each occurrence. A choice may contain choices.
 */
export type Phrase = string;

const INNERMOST_CHOICE = /\{([^{}]*)\}/;
/** More than the alternatives of any choice. */
const MANY = 27_720;

/** Twice as many at the first device, where most single steps happen too. */
const DEVICES = [0, 0, 1] as const;

function stepsOf(phrase: Phrase): fc.Arbitrary<Step[]> {
  const choices = phrase.split('{').length - 1;
  const numbers = fc.array(fc.nat(MANY), { minLength: choices, maxLength: choices });
  return fc.tuple(fc.constantFrom(...DEVICES), numbers).map(([device, chosen]) => {
    const chooseInnermost = (text: string, number: number) =>
      text.replace(INNERMOST_CHOICE, (_, options: string) => pick(options.split('|'), number) ?? '');
    return parseScript(chosen.reduce(chooseInnermost, phrase).replaceAll('$', String(device)));
  });
}

/** How many single steps stand beside how many phrases. */
interface Weights {
  single: number;
  phrase: number;
}

/** Scripts to be run and shrunk, of single steps and, where there are some, of phrases. */
export function scriptsOf(
  maxParts: number,
  factors: StepFactors,
  phrases: readonly Phrase[],
  weights: Weights,
): fc.Arbitrary<Step[]> {
  const single = singleSteps(factors).map((step) => [step]);
  const part =
    phrases.length === 0
      ? single
      : fc.oneof(
          { weight: weights.single, arbitrary: single },
          { weight: weights.phrase, arbitrary: fc.oneof(...phrases.map(stepsOf)) },
        );
  return fc
    .array(part, { minLength: Math.ceil(maxParts / 2), maxLength: maxParts, size: 'max' })
    .map((parts) => parts.flat());
}
