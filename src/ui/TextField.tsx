import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './Field';

/** One line of text, a date (`type="date"`), an e-mail, a password. All other props go to the native input. */
export function TextField({ label, labelHidden, hint, error, ...input }: FieldTexts & ComponentProps<'input'>) {
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error}>
      {(controlProps) => <input type="text" {...input} {...controlProps} />}
    </Field>
  );
}
