import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Waits for the button of this name on the screen, and presses it. */
export const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));
