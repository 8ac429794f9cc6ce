import { expect, it } from 'vitest';
import { itemLabel, repLabel, validateName } from '../../../src/domain/names';

it('asks for a name (spec §5)', () => {
  expect(validateName('  ')).toBe('Enter a name');
  expect(validateName('Gin')).toBeNull();
});

it('shows a placeholder for a rep without a name', () => {
  expect(repLabel('')).toBe('Unknown rep');
  expect(repLabel('Ana')).toBe('Ana');
});

it('gives the id of an item whose name is not known', () => {
  expect(itemLabel({ _id: 'i1', name: '' })).toBe('i1');
  expect(itemLabel({ _id: 'i1', name: 'Gin' })).toBe('Gin');
});
