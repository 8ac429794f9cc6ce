import { useEffect, useState } from 'react';

/** A text that is typed: known with each key, reported once typing pauses. */
export interface SettledText {
  typed: string;
  type: (text: string) => void;
  /** Gives up what was typed and not yet reported. */
  drop: () => void;
}

/** Reports a typed text by `onSettled` once nobody has typed for `delayMs`. `value` is the text that was reported last. */
export function useSettledText(value: string, onSettled: (text: string) => void, delayMs: number): SettledText {
  const [typed, setTyped] = useState(value);
  const [reported, setReported] = useState(value);
  const [known, setKnown] = useState(value);
  const take = (text: string) => {
    setReported(text);
    setTyped(text);
  };
  if (known !== value) {
    setKnown(value);
    // Not our own text coming back but another one (Clear, Back): it takes the place of what was typed.
    if (value !== reported) take(value);
  }
  useEffect(() => {
    if (typed === reported) return;
    const timer = setTimeout(() => {
      setReported(typed);
      onSettled(typed);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [typed, reported, onSettled, delayMs]);
  return { typed, type: setTyped, drop: () => take(value) };
}
