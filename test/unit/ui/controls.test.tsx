import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Outcome } from '../../../src/domain/outcomes';
import { Button } from '../../../src/ui/Button';
import { ConfirmDialog } from '../../../src/ui/ConfirmDialog';
import { OutcomeRadios } from '../../../src/ui/OutcomeRadios';
import { QuantityField } from '../../../src/ui/QuantityField';
import { TextField } from '../../../src/ui/TextField';

function Quantity({ whole }: { whole: boolean }) {
  const [value, setValue] = useState('1');
  return <QuantityField label="Quantity" value={value} onChange={setValue} whole={whole} />;
}

const quantity = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity' });

test('a dialog cannot be cancelled while the confirmed action runs', () => {
  let cancelled = 0;
  const cancel = () => (cancelled += 1);
  render(
    <ConfirmDialog open busy title="Discard?" confirmText="Discard" onConfirm={() => undefined} onCancel={cancel}>
      This is for good.
    </ConfirmDialog>,
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(cancelled).toBe(0);
  // The second Escape of a browser.
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  dialog.open = false;
  fireEvent(dialog, new Event('close'));
  expect(dialog.open).toBe(true);
});

test('the step buttons change a quantity by one, never below 0, and keep its decimals', async () => {
  render(<Quantity whole={false} />);
  await userEvent.clear(quantity());
  await userEvent.type(quantity(), '1.25');
  await userEvent.click(screen.getByRole('button', { name: 'One more' }));
  expect(quantity().value).toBe('2.25');
  for (let press = 0; press < 3; press += 1) {
    await userEvent.click(screen.getByRole('button', { name: 'One fewer' }));
  }
  expect(quantity().value).toBe('0');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One fewer' }).disabled).toBe(true);
});

test('a quantity field shows the decimal keyboard only where decimals are allowed', () => {
  const { rerender } = render(<Quantity whole />);
  expect(quantity().inputMode).toBe('numeric');
  rerender(<Quantity whole={false} />);
  expect(quantity().inputMode).toBe('decimal');
});

test('a control is described by its hint and its error', () => {
  render(<TextField label="Email" hint="The one you sign in with" error="Enter an email address" />);
  const field = screen.getByRole('textbox', { name: 'Email' });
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'The one you sign in with',
    'Enter an email address',
  ]);
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('a busy button shows its progress text and ignores a second press', async () => {
  let presses = 0;
  render(
    <Button busy busyText="Submitting…" onClick={() => (presses += 1)}>
      Submit box
    </Button>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Submitting…' }));
  expect(presses).toBe(0);
});

function Outcomes({ unavailable }: { unavailable: Outcome[] }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return <OutcomeRadios value={outcome} onChange={setOutcome} unavailable={unavailable} />;
}

test('the four offered outcomes can be chosen by their labels, except unavailable ones', async () => {
  render(<Outcomes unavailable={['completed']} />);
  const names = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  expect(names).toEqual(['completed', 'partial', 'no access', 'skipped']);
  await userEvent.click(screen.getByRole('radio', { name: 'completed' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'completed' }).checked).toBe(false);
  await userEvent.click(screen.getByRole('radio', { name: 'no access' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'no access' }).checked).toBe(true);
});
