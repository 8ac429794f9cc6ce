import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './Field';
import styles from './TextArea.module.css';

/** Text of several lines that grows with what is typed. */
export function TextArea({ label, labelHidden, hint, error, ...area }: FieldTexts & ComponentProps<'textarea'>) {
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error}>
      {({ className, ...controlProps }) => (
        <textarea rows={3} {...area} {...controlProps} className={`${className} ${styles.area}`} />
      )}
    </Field>
  );
}
