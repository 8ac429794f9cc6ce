import fc from 'fast-check';
import { pick } from '../rig/formBook';
import { parseScript, type Step, type StepFactors, singleSteps } from './steps';

/**
 * A phrase is a sequence of steps that belong together. Its text is that of a script, with choices: `$` is a device
 * (and the number of the rep it belongs to at first), `{a|b}` is one of a and b, chosen anew at each occurrence; choices
 * may stand in choices.
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
