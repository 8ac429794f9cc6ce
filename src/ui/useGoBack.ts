import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/**
 * Whether nothing of the app comes before this page: react-router numbers the pages in the browser's own history,
 * from 0 on, and a page keeps its number when it is opened anew or another takes its place, as after a sign-in.
 */
function isFirstPage(): boolean {
  return (window.history.state as { idx?: number } | null)?.idx === 0;
}

/** Back to the page before; to `fallback` when the app was opened on this one. */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => void (isFirstPage() ? navigate(fallback) : navigate(-1)), [navigate, fallback]);
}
