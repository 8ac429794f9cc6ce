import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';
import { classNames } from './classNames';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  /** Shown instead of the label while the work runs. The button ignores further presses meanwhile. */
  busyText?: string | undefined;
  busy?: boolean;
  /** Shown before the label, as decoration only. */
  icon?: ReactNode;
  /** As wide as its container. */
  wide?: boolean;
}

/** The class of a button or of a link that looks like one. */
export function buttonClass(variant: ButtonVariant, wide: boolean, more?: string): string {
  return classNames(styles.button, styles[variant], wide && styles.wide, more);
}

/** A native button of at least 44 px. It submits a form only with `type="submit"`. */
export function Button({
  variant = 'secondary',
  busy = false,
  busyText,
  icon,
  wide = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass(variant, wide, className)}
    >
      {icon}
      {busy && busyText ? busyText : children}
    </button>
  );
}
