import { type ReactNode, useId } from 'react';
import { classNames } from './classNames';
import styles from './Field.module.css';
import hidden from './VisuallyHidden.module.css';

/** The texts around a control. The label is its accessible name and nothing else is part of it. */
export interface FieldTexts {
  label: string;
  /** For search boxes and table cells whose head says the same. */
  labelHidden?: boolean | undefined;
  hint?: ReactNode;
  error?: string | null | undefined;
}

export interface ErrorElsewhere {
  /** The id of an element elsewhere that announces this field's error, such as the error of the form. */
  errorId?: string | undefined;
}

/** The props that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string;
  className: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label, control, hint and error as one block. `children` gets the props of the control. */
export function Field({
  label,
  labelHidden,
  hint,
  error,
  errorId,
  children,
}: FieldTexts & ErrorElsewhere & { children: (controlProps: ControlProps) => ReactNode }) {
  const id = useId();
  const described = classNames(hint ? `${id}-hint` : null, error ? `${id}-error` : errorId);
  const isWrong = Boolean(error ?? errorId);
  return (
    <div className={styles.field}>
      <label className={labelHidden ? hidden.hidden : styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: classNames(styles.control, isWrong && styles.invalid),
        'aria-describedby': described || undefined,
        'aria-invalid': isWrong || undefined,
      })}
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className={styles.error} id={`${id}-error`} role={errorId ? undefined : 'alert'}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
