import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { messages } from '../domain/messages';
import { paths } from '../paths';
import { useSession } from '../state/session/session';
import { Button } from '../ui/Button';
import { classNames } from '../ui/classNames';
import styles from './Header.module.css';
import { navigationOf } from './navigation';
import { OutboxLink } from './OutboxLink';
import { SignOutButton } from './SignOutButton';
import { useMenu } from './useMenu';

/**
 * Logo, the link to the outbox, navigation, greeting and Logout; a Login button when signed out (spec §2, global
 * shell).
 */
export function Header() {
  const { status, user } = useSession();
  const { open, toggle, toggleRef } = useMenu();
  const navigate = useNavigate();
  const { state } = useLocation();
  const menuId = useId();
  const signedIn = status === 'present' && user !== null;
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Link to={paths.dashboard()} className={styles.logo}>
          {/* The link's text names the app, so the mark needs no text. */}
          <img src="/logo.svg" alt="" width={28} height={28} />
          <span>Field Sales</span>
        </Link>
        {signedIn ? (
          <>
            <OutboxLink />
            <button
              type="button"
              ref={toggleRef}
              className={styles.toggle}
              aria-expanded={open}
              aria-controls={menuId}
              aria-label={open ? 'Close menu' : 'Open menu'}
              onClick={toggle}
            >
              {open ? <X aria-hidden /> : <Menu aria-hidden />}
            </button>
            <div id={menuId} className={classNames(styles.menu, open && styles.open)}>
              <nav aria-label="Main">
                {navigationOf(user).map(({ text, to }) => (
                  <NavLink key={to} to={to} end className={styles.link ?? ''}>
                    {text}
                  </NavLink>
                ))}
              </nav>
              <div className={styles.person}>
                <span dir="auto">{messages.greeting(user.name)}</span>
                <NavLink to={paths.account()} className={styles.link ?? ''}>
                  Account
                </NavLink>
                <SignOutButton />
              </div>
            </div>
          </>
        ) : null}
        {/* The state names the page that asked for the sign-in. */}
        {status === 'absent' ? <Button onClick={() => void navigate(paths.login(), { state })}>Login</Button> : null}
      </div>
    </header>
  );
}
