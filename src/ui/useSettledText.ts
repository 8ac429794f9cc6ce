import { useEffect, useState } from 'react';

/** A typed text. Its value follows every key; it is reported when typing pauses. */
export interface SettledText {
  typed: string;
  type: (text: string) => void;
  /** Drops the typed text that is not reported yet. */
  drop: () => void;
}

/** Reports a typed text by `onSettled` after `delayMs` without a key. `value` is the text that was reported last. */
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
    // The value is not the text reported here but another one (Clear, Back): it replaces the typed text.
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
