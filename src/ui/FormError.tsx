import { useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from './classNames';
import errorText from './ErrorText.module.css';
import styles from './FormError.module.css';

/** Why a form was not taken. A new object each time, so that the same words are shown and read out again. */
export interface FormFailure {
  /** Of the element that shows it, for the field it is about. */
  id: string;
  text: string;
}

/** What a form shows as its error, and the way to say what is wrong; `null` takes it away. */
export function useFormError(): [error: FormFailure | null, show: (text: string | null) => void] {
  const id = useId();
  const [error, setError] = useState<FormFailure | null>(null);
  const show = useCallback((text: string | null) => setError(text === null ? null : { id, text }), [id]);
  return [error, show];
}

/** The error of a form, in red above its button. It takes the focus, and so comes into view. */
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
