import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './Form.module.css';

interface FormProps {
  /** Called for each press of the submit button and each Enter. */
  onSubmit: () => void;
  children: ReactNode;
}

/**
 * A form that shows an error at each invalid field, without the browser's own messages. A failed submit focuses the
 * first of them.
 */
export function Form({ onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [submits, setSubmits] = useState(0);
  useEffect(() => {
    if (submits > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submits]);
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSubmits(submits + 1);
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/**
 * The part of a form that is disabled while it is being sent, because later changes would not be sent. Do not put a
 * table in it: Chromium stops painting a table that changes within a fieldset.
 */
export function FormPart({ sending, children }: { sending: boolean; children: ReactNode }) {
  return (
    <fieldset className={styles.part} disabled={sending}>
      {children}
    </fieldset>
  );
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** The buttons at the end of a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
