import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { useRecordKey } from '../state/url/urlWithServerIds';
import { Skeleton } from '../ui/Skeleton';
import { ErrorBoundary } from './ErrorBoundary';
import { NotFound } from './NotFound';
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
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
