import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useRef } from 'react';
import { Link, MemoryRouter, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { useFocusOnNavigation } from '../../../src/app/useFocusOnNavigation';

/** What had the focus when the effects of the second screen ran, which may be after its first frame. */
let focusedAtEffects: Element | null = null;

function SecondScreen() {
  useEffect(() => {
    focusedAtEffects = document.activeElement;
  }, []);
  return <h1 tabIndex={-1}>Second</h1>;
}

function Screens() {
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  return (
    <main ref={main} tabIndex={-1}>
      <Routes>
        <Route path="/" element={<Link to="/second">Next</Link>} />
        <Route path="/second" element={<SecondScreen />} />
      </Routes>
    </main>
  );
}

test('the heading of the next screen has the focus, and the screen is at its top, before its first frame', async () => {
  render(
    <MemoryRouter useTransitions={false}>
      <Screens />
    </MemoryRouter>,
  );
  document.documentElement.scrollTop = 300;
  await userEvent.click(screen.getByRole('link', { name: 'Next' }));
  expect(focusedAtEffects).toBe(screen.getByRole('heading', { name: 'Second' }));
  expect(document.documentElement.scrollTop).toBe(0);
});
