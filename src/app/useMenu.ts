import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { MOBILE_NAV_MAX_WIDTH_PX } from '../domain/constants';

/** The mobile menu: it closes on every route change, on Escape and when the window is wider than 1024 px (spec §2). */
export function useMenu(): { open: boolean; toggle: () => void } {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState(key);
  if (openedAt !== key) {
    setOpenedAt(key);
    setOpen(false);
  }
  useEffect(() => {
    if (!open) return;
    const onResize = () => {
      if (window.innerWidth > MOBILE_NAV_MAX_WIDTH_PX) setOpen(false);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    window.addEventListener('resize', onResize);
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('resize', onResize);
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [open]);
  return { open, toggle: () => setOpen((before) => !before) };
}
