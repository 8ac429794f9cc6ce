import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The key react-router gives the page that the app was opened with: there is nothing of the app before it. */
const FIRST_PAGE_KEY = 'default';

/** Back to the page before; to `fallback` when the app was opened on this one. */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return useCallback(() => {
    void (key === FIRST_PAGE_KEY ? navigate(fallback) : navigate(-1));
  }, [navigate, key, fallback]);
}
