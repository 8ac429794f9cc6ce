import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { MOBILE_NAV_MAX_WIDTH_PX } from '../domain/constants';
import { useEscape } from './useEscape';

interface Menu {
  open: boolean;
  toggle: () => void;
  /** For the button that opens it. */
  toggleRef: RefObject<HTMLButtonElement | null>;
}

/** The mobile menu: it closes on every route change, on Escape and when the window is wider than 1024 px (spec §2). */
export function useMenu(): Menu {
  const [open, setOpen] = useState(false);
  const toggleRef = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState(key);
  if (openedAt !== key) {
    setOpenedAt(key);
    setOpen(false);
  }
  const close = useCallback(() => setOpen(false), []);
  useEscape(open, close, toggleRef);
  useEffect(() => {
    if (!open) return;
    const onResize = () => {
      if (window.innerWidth > MOBILE_NAV_MAX_WIDTH_PX) close();
    };
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, [open, close]);
  return { open, toggle: () => setOpen((before) => !before), toggleRef };
}
