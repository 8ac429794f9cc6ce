import { useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from './classNames';
import errorText from './ErrorText.module.css';
import styles from './FormError.module.css';

/** Why a submit failed. A new object each time, so that the same text is announced again. */
export interface FormFailure<Field extends string = string> {
  /** The id of the element that shows it, for the field that it concerns. */
  id: string;
  text: string;
  /** The part of the form that it is about; `null` for none. */
  field: Field | null;
}

/** Returns the error of a form, and a function that sets it; `null` removes it. */
export function useFormError<Field extends string = never>(): [
  error: FormFailure<Field> | null,
  show: (text: string | null, field?: Field) => void,
] {
  const id = useId();
  const [error, setError] = useState<FormFailure<Field> | null>(null);
  const show = useCallback(
    (text: string | null, field?: Field) => setError(text === null ? null : { id, text, field: field ?? null }),
    [id],
  );
  return [error, show];
}

/** The error of a form, in red above its button. It takes the focus, so that it is scrolled into view. */
export function FormError({ error }: { error: FormFailure | null }) {
  return error ? <ShownError error={error} /> : null;
}

function ShownError({ error }: { error: FormFailure }) {
  const ref = useRef<HTMLParagraphElement>(null);
  // A layout effect ends while the text is still in the document. So an error that disappears by itself leaves the
  // focus on the button below it.
  useLayoutEffect(() => {
    const text = ref.current;
    text?.focus();
    return () => {
      const button = text?.closest('form')?.querySelector<HTMLElement>('[type=submit]');
      if (document.activeElement === text) button?.focus({ preventScroll: true });
    };
  }, [error]);
  return (
    <p ref={ref} id={error.id} role="alert" tabIndex={-1} className={classNames(errorText.text, styles.error)}>
      {error.text}
    </p>
  );
}
