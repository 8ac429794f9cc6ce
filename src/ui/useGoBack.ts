import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/**
 * Whether this page is the first of the app in the browser's history. react-router numbers the pages from 0 on. A page
 * keeps its number when it is reloaded or replaced, as after a sign-in.
 */
function isFirstPage(): boolean {
  return (window.history.state as { idx?: number } | null)?.idx === 0;
}

/** Returns a function that goes back to the previous page; to `fallback` when the app was opened on this one. */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => void (isFirstPage() ? navigate(fallback) : navigate(-1)), [navigate, fallback]);
}
