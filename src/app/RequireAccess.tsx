import { Fragment, lazy, type ReactNode, use } from 'react';
import { Navigate, useLocation } from 'react-router';
import { messages } from '../domain/messages';
import { type Access, mayAccess } from '../domain/roles';
import { paths } from '../paths';
import { useSession } from '../state/session/session';
import { CheckingAuth } from './CheckingAuth';
import { DeviceReadContext } from './deviceReadContext';
import { NoScreen } from './NoScreen';

const DeactivatedScreen = lazy(async () => ({
  default: (await import('../features/outbox/DeactivatedScreen')).DeactivatedScreen,
}));

/** Shows a screen to users who may see it (spec §2). A signed-out user goes to the sign-in and returns from there. */
export function RequireAccess({ access, children }: { access: Access; children: ReactNode }) {
  const { status, user, signOutPending } = useSession();
  const { pathname, search, hash } = useLocation();
  const isRead = use(DeviceReadContext);
  // A remembered user must not see the sign-in while the session is being checked.
  const isChecked = isRead && (status !== 'loading' || (access === 'public' && user === null));
  if (!isChecked) return <CheckingAuth />;
  if (access === 'public') return children;
  if (status === 'deactivated') return <DeactivatedScreen />;
  if (status === 'absent' || !user) {
    // After a sign-out nobody is led back: the next user may be another person.
    const from = signOutPending ? null : pathname + search + hash;
    return <Navigate to={paths.login()} state={{ from }} replace />;
  }
  if (user.changeDue && pathname !== paths.account()) {
    return <Navigate to={paths.account()} state={{ from: pathname + search + hash }} replace />;
  }
  if (!mayAccess(access, user)) return <NoScreen title={messages.forbidden} text="This page is for admins." />;
  // Another user starts with an empty form. A session check may name one while a screen is open.
  return <Fragment key={user._id}>{children}</Fragment>;
}
