import { hasEveryWord } from './search';

/** Shorter words are taken as typed: with one letter changed they would find too much. */
const NEAR_WORD_LENGTH_MIN = 4;

/** Whether one letter typed wrong, left out, added, or exchanged with its neighbour makes `typed` into `word`. */
function isOneErrorAway(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const [left, right] = [typed.slice(at), word.slice(at)];
  const isExchanged = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return isExchanged || left.slice(1) === right.slice(1) || left === right.slice(1) || left.slice(1) === right;
}

/** Whether some word of the text begins with `typed`, as it stands or with one typing error. */
function beginsNearly(words: readonly string[], typed: string): boolean {
  const lengths = [typed.length - 1, typed.length, typed.length + 1];
  return words.some((word) => lengths.some((length) => isOneErrorAway(typed, word.slice(0, length))));
}

/** As `hasEveryWord`, but each word of four letters or more may have one typing error: "quikc" finds "Quick". */
export function hasEveryWordNearly(text: string, search: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const typedWords = search.toLowerCase().split(/\s+/).filter(Boolean);
  return typedWords.every(
    (typed) => hasEveryWord(text, typed) || (typed.length >= NEAR_WORD_LENGTH_MIN && beginsNearly(words, typed)),
  );
}
