import type { ComponentProps, ReactNode } from 'react';
import styles from './Checkbox.module.css';
import { VisuallyHidden } from './VisuallyHidden';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  /** For table cells whose head says the same. */
  labelHidden?: boolean;
}

/** A native checkbox whose whole row, label included, takes the tap. */
export function Checkbox({ label, labelHidden = false, ...input }: CheckboxProps) {
  return (
    <label className={styles.row}>
      <input {...input} type="checkbox" className={styles.box} />
      {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
    </label>
  );
}
