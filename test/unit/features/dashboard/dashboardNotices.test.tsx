import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { aRep, json, openApp, signedIn } from '../../../support/app/openApp';

const healthy = { ...signedIn(aRep), 'GET /health': () => json({ ok: true }) };

test.each([
  [paths.dashboard({ done: 'delivery' }), 'Delivery recorded ✅'],
  [paths.dashboard({ done: 'visit' }), 'Visit submitted ✅'],
  [paths.dashboard({ queued: '1' }), 'Saved on this device. It will be sent when you are back online.'],
])('%s says "%s"', async (path, text) => {
  await openApp(path, healthy);
  expect(await screen.findByText(text)).toBeDefined();
});

test('the API status says whether the server answers', async () => {
  await openApp(paths.dashboard(), healthy);
  expect(await screen.findByText('✅ Connected')).toBeDefined();
});

test('the API status says so when the server does not answer', async () => {
  await openApp(paths.dashboard(), { ...healthy, 'GET /health': () => json({ error: 'down' }, 503) });
  expect(await screen.findByText('❌ Offline')).toBeDefined();
});
