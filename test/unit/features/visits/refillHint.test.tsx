import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { json, openApp } from '../../../support/app/openApp';
import { boxes, locationVisit } from '../../../support/app/locationVisit';
import { press } from '../../../support/app/press';

const hint = 'Refill all boxes to submit as completed';

/** The group Outcome and the button Submit Visit are described by the hint. */
async function expectHint() {
  expect(await screen.findByText(hint)).toBeDefined();
  expect(screen.getByRole('group', { name: 'Outcome', description: hint })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Submit Visit', description: hint })).toBeDefined();
}

async function expectNoHint() {
  const group = await screen.findByRole('group', { name: 'Outcome' });
  expect(screen.queryByText(hint)).toBeNull();
  expect(group.getAttribute('aria-describedby')).toBeNull();
  expect(screen.getByRole('button', { name: 'Submit Visit' }).getAttribute('aria-describedby')).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'completed' }).disabled).toBe(true);
}

test.each([
  ['boxes', 'GET /boxes', boxes],
  ['deliveries', 'GET /deliveries', []],
])('the hint to refill all boxes is not shown before the %s are known', async (_what, call, data) => {
  let respond: () => void = () => undefined;
  const mayRespond = new Promise<void>((resolve) => (respond = resolve));
  await openApp(paths.visit('v1'), locationVisit({ [call]: () => mayRespond.then(() => json(data)) }));
  await expectNoHint();
  respond();
  await expectHint();
});

test('the hint to refill all boxes is not shown while the boxes cannot be loaded', async () => {
  let isDown = true;
  const respond = () => (isDown ? json({ error: 'broken' }, 500) : json(boxes));
  await openApp(paths.visit('v1'), locationVisit({ 'GET /boxes': respond }));
  await screen.findByText('broken');
  await expectNoHint();
  isDown = false;
  await press('Try again');
  await expectHint();
});
