import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { useInView } from '../../../src/ui/useInView';

function Observed() {
  const ref = useRef<HTMLDivElement>(null);
  const seen = useInView(ref, 100);
  return <div ref={ref}>{seen ? 'drawn' : 'held free'}</div>;
}

it('an element counts as seen once it comes into view, and stays so', () => {
  const observers: { report: (isIntersecting: boolean) => void; margin: string | undefined; ended: boolean }[] = [];
  class Observer {
    private observer = { report: (_: boolean) => {}, margin: undefined as string | undefined, ended: false };
    constructor(onChange: (entries: { isIntersecting: boolean }[]) => void, options?: { rootMargin?: string }) {
      this.observer.report = (isIntersecting) => onChange([{ isIntersecting }]);
      this.observer.margin = options?.rootMargin;
      observers.push(this.observer);
    }
    observe() {}
    disconnect() {
      this.observer.ended = true;
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  render(<Observed />);
  expect(observers.at(-1)?.margin).toBe('100px');
  act(() => observers.at(-1)?.report(false));
  expect(screen.getByText('held free')).toBeDefined();
  act(() => observers.at(-1)?.report(true));
  expect(screen.getByText('drawn')).toBeDefined();
  expect(observers.every(({ ended }) => ended)).toBe(true);
});

it('an element counts as seen in a browser without IntersectionObserver', () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  render(<Observed />);
  expect(screen.getByText('drawn')).toBeDefined();
});
