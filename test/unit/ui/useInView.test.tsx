import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useInView } from '../../../src/ui/useInView';

function Place() {
  const place = useRef<HTMLDivElement>(null);
  const seen = useInView(place, 100);
  return <div ref={place}>{seen ? 'drawn' : 'held free'}</div>;
}

afterEach(() => vi.unstubAllGlobals());

it('an element counts as seen once it comes into view, and stays so', () => {
  const observers: { tell: (isIntersecting: boolean) => void; margin: string | undefined; ended: boolean }[] = [];
  class Observer {
    private told = { tell: (_: boolean) => {}, margin: undefined as string | undefined, ended: false };
    constructor(onChange: (entries: { isIntersecting: boolean }[]) => void, options?: { rootMargin?: string }) {
      this.told.tell = (isIntersecting) => onChange([{ isIntersecting }]);
      this.told.margin = options?.rootMargin;
      observers.push(this.told);
    }
    observe() {}
    disconnect() {
      this.told.ended = true;
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  render(<Place />);
  expect(observers.at(-1)?.margin).toBe('100px');
  act(() => observers.at(-1)?.tell(false));
  expect(screen.getByText('held free')).toBeDefined();
  act(() => observers.at(-1)?.tell(true));
  expect(screen.getByText('drawn')).toBeDefined();
  expect(observers.every(({ ended }) => ended)).toBe(true);
});

it('an element counts as seen in a browser without IntersectionObserver', () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  render(<Place />);
  expect(screen.getByText('drawn')).toBeDefined();
});
