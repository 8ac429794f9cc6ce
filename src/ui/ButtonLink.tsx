import type { ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { type ButtonVariant, buttonClass } from './Button';

interface ButtonLinkProps extends LinkProps {
  variant?: ButtonVariant;
  icon?: ReactNode;
  wide?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link that looks like a button. It navigates and changes no data. */
export function ButtonLink({
  variant = 'secondary',
  icon,
  wide = false,
  className,
  children,
  ...link
}: ButtonLinkProps) {
  return (
    <Link {...link} className={buttonClass(variant, wide, className)}>
      {icon}
      {children}
    </Link>
  );
}
