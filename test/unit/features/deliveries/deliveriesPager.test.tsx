import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { keepFocus } from '../../../../src/app/keepFocus';
import { paths } from '../../../../src/paths';
import { listedDeliveries } from '../../../support/app/listedDeliveries';
import { openApp } from '../../../support/app/openApp';

test('Next keeps the focus of the keyboard while the next page is loaded', async () => {
  const { responses } = listedDeliveries();
  keepFocus();
  await openApp(paths.deliveries(), responses);
  const next = await screen.findByRole<HTMLButtonElement>('button', { name: 'Next' });
  next.focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByText('Page 2');
  await screen.findByText('Showing 3 of 58 results');
  expect(document.activeElement).toBe(next);
});
