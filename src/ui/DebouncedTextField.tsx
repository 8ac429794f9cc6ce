import { useEffect, useState } from 'react';
import { TextField } from './TextField';

interface DebouncedTextFieldProps {
  label: string;
  /** The text that holds. */
  value: string;
  /** Called once the person has not typed for `delayMs`. */
  onSettled: (text: string) => void;
  delayMs: number;
}

/** A text field that shows each key at once and reports the text when typing pauses. */
export function DebouncedTextField({ label, value, onSettled, delayMs }: DebouncedTextFieldProps) {
  const [typed, setTyped] = useState(value);
  const [reported, setReported] = useState(value);
  const [held, setHeld] = useState(value);
  if (held !== value) {
    setHeld(value);
    // Not our own text coming back but another one (Clear, Back): it takes the place of what was typed.
    if (value !== reported) {
      setReported(value);
      setTyped(value);
    }
  }
  useEffect(() => {
    if (typed === reported) return;
    const timer = setTimeout(() => {
      setReported(typed);
      onSettled(typed);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [typed, reported, onSettled, delayMs]);
  return (
    <TextField
      label={label}
      type="search"
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
