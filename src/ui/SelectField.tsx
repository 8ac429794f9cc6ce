import type { ComponentProps } from 'react';
import { type ErrorElsewhere, Field, type FieldTexts } from './Field';
import styles from './SelectField.module.css';

/** A native select; its options are the children. Disabled, it shows a fixed value. */
export function SelectField({
  label,
  labelHidden,
  hint,
  error,
  errorId,
  children,
  ...select
}: FieldTexts & ErrorElsewhere & ComponentProps<'select'>) {
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error} errorId={errorId}>
      {({ className, ...controlProps }) => (
        <select {...select} {...controlProps} className={`${className} ${styles.select}`}>
          {children}
        </select>
      )}
    </Field>
  );
}
