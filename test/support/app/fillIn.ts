import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { press } from './press';

/** Waits for the field of this label, and types a text at the end of it. */
export const type = async (label: string, text: string): Promise<void> =>
  userEvent.type(await screen.findByLabelText(label), text);

/** Waits for the option of this name, and chooses it in the field of this label. */
export async function choose(label: string, option: string): Promise<void> {
  await screen.findByRole('option', { name: option });
  await userEvent.selectOptions(screen.getByLabelText(label), option);
}

/** Fills in the form of a new item, and presses Create. */
export async function createItem(): Promise<void> {
  await type('Name', 'Gum');
  await press('Create');
}

/** Fills in the form of a new user, and presses Create. */
export async function createUser(): Promise<void> {
  await type('Name', 'Bea');
  await type('Email', 'bea@x.yz');
  await type('Password', 'long enough 7');
  await press('Create');
}
