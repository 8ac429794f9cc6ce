import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { messages } from '../domain/messages';
import { useRecordKey } from '../state/url/urlWithServerIds';
import { Skeleton } from '../ui/Skeleton';
import { ErrorBoundary } from './ErrorBoundary';
import { NoScreen } from './NoScreen';
import { RequireAccess } from './RequireAccess';
import { appRoutes } from './routes';

/** The screen of the current route, for those who may see it. */
export function AppRoutes() {
  const location = useLocation();
  const key = useRecordKey(location.pathname);
  return (
    <ErrorBoundary resetKey={location}>
      <Suspense fallback={<Skeleton label="Loading the screen…" />}>
        <Routes>
          {appRoutes.map(({ path, access, Screen }) => (
            <Route
              key={path}
              path={path}
              element={
                <RequireAccess key={key} access={access}>
                  <Screen />
                </RequireAccess>
              }
            />
          ))}
          <Route path="*" element={<NoScreen title="Page not found" text={messages.nothingHere} />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
