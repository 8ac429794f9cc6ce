import { lazy, type ReactNode, use } from 'react';
import { Navigate, useLocation } from 'react-router';
import { type Access, mayAccess } from '../domain/roles';
import { paths } from '../paths';
import { useSession } from '../state/session/session';
import { CheckingAuth } from './CheckingAuth';
import { DeviceReadContext } from './deviceReadContext';
import { Forbidden } from './Forbidden';

const DeactivatedScreen = lazy(async () => ({
  default: (await import('../features/outbox/DeactivatedScreen')).DeactivatedScreen,
}));

/** Shows a screen to those who may see it (spec §2); the others are sent to sign in, from where they come back. */
export function RequireAccess({ access, children }: { access: Access; children: ReactNode }) {
  const { status, user, signOutPending } = useSession();
  const { pathname, search, hash } = useLocation();
  const isRead = use(DeviceReadContext);
  // Whoever is remembered and signed in must not see the sign-in while that is being checked.
  const isChecked = isRead && (status !== 'loading' || (access === 'public' && user === null));
  if (!isChecked) return <CheckingAuth />;
  if (access === 'public') return children;
  if (status === 'deactivated') return <DeactivatedScreen />;
  if (status === 'absent' || !user) {
    // Who signed out on purpose is not led back: the next person to sign in may be another.
    const from = signOutPending ? null : pathname + search + hash;
    return <Navigate to={paths.login()} state={{ from }} replace />;
  }
  return mayAccess(access, user) ? children : <Forbidden />;
}
