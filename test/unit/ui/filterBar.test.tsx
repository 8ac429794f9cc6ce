import { render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import { FilterBar } from '../../../src/ui/FilterBar';

afterEach(() => {
  Reflect.deleteProperty(window, 'matchMedia');
});

function setWidth(isPhone: boolean): void {
  window.matchMedia = (media) => Object.assign(new EventTarget(), { matches: isPhone, media }) as MediaQueryList;
}

/** Renders a filter bar above the rest of a screen. Returns what was shown, in this order. */
function shownInOrder(): string[] {
  const shown: string[] = [];
  function Part({ name }: { name: string }) {
    useLayoutEffect(() => void shown.push(name), [name]);
    return <p>{name}</p>;
  }
  render(
    <>
      <FilterBar summary="All" clearText="Clear" onClear={() => undefined}>
        <Part name="fields" />
      </FilterBar>
      <Part name="rest" />
    </>,
  );
  return shown;
}

test('the hidden fields of a phone render after the rest of the screen', () => {
  setWidth(true);
  expect(shownInOrder()).toEqual(['rest', 'fields']);
  expect(screen.getByText('fields').closest('[hidden]')).not.toBeNull();
});

test('visible fields render together with the screen', () => {
  setWidth(false);
  expect(shownInOrder()).toEqual(['fields', 'rest']);
});
