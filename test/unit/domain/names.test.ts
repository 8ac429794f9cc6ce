import { expect, it } from 'vitest';
import { itemLabel, repLabel, validateName } from '../../../src/domain/names';

it('a name of spaces alone is refused: a form asks for one (spec §5)', () => {
  expect(validateName('  ')).toBe('Enter a name');
  expect(validateName('Gin')).toBeNull();
});

it('a rep without a name is shown with a placeholder', () => {
  expect(repLabel('')).toBe('Unknown rep');
  expect(repLabel('Ana')).toBe('Ana');
});

it('an item whose name is not known is shown with its id', () => {
  expect(itemLabel({ _id: 'i1', name: '' })).toBe('i1');
  expect(itemLabel({ _id: 'i1', name: 'Gin' })).toBe('Gin');
});
