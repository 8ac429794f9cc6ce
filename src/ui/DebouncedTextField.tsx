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

/** A text field that shows each key at once and tells of it when the typing rests. */
export function DebouncedTextField({ label, value, onSettled, delayMs }: DebouncedTextFieldProps) {
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  const [held, setHeld] = useState(value);
  if (held !== value) {
    setHeld(value);
    // Not our own text coming back but another one (Clear, Back): it takes the place of what was typed.
    if (value !== told) {
      setTold(value);
      setTyped(value);
    }
  }
  useEffect(() => {
    if (typed === told) return;
    const timer = setTimeout(() => {
      setTold(typed);
      onSettled(typed);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [typed, told, onSettled, delayMs]);
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
