import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { connectivityChanged } from '../../../src/offline/actions';
import { listenToBrowser } from '../../../src/offline/tabs/browserEvents';
import { paths } from '../../../src/paths';
import { anAdmin, aRep, json, openApp, signedIn, signedOut } from '../../support/app/openApp';

const lists = {
  'GET /locations': () => json([]),
  'GET /boxes': () => json([]),
  'GET /health': () => json({ ok: true }),
};
const menuButton = () => screen.findByRole('button', { name: 'Open menu' });
const linkTexts = async () =>
  within(await screen.findByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

afterEach(() => {
  window.innerWidth = 1024;
});

async function openMenuOn(width: number): Promise<HTMLElement> {
  window.innerWidth = width;
  await openApp(paths.dashboard(), { ...signedIn(aRep), ...lists });
  const button = await menuButton();
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  return button;
}

function resizeTo(width: number): void {
  window.innerWidth = width;
  fireEvent(window, new Event('resize'));
}

test('an admin has the full navigation, in the order of the specification', async () => {
  await openApp(paths.dashboard(), { ...signedIn(anAdmin), ...lists });
  expect(await linkTexts()).toEqual(['Items', 'Reports', 'Locations', 'Boxes', 'Deliveries', 'Users', 'New Location']);
});

test('a rep has Locations and Deliveries only, a greeting and Logout', async () => {
  await openApp(paths.dashboard(), { ...signedIn(aRep), ...lists });
  expect(await linkTexts()).toEqual(['Locations', 'Deliveries']);
  expect(screen.getByText('Hi, Ana')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Logout' })).toBeDefined();
});

test('a signed-out user has the logo and a Login button', async () => {
  await openApp(paths.login(), signedOut);
  expect(await screen.findByRole('button', { name: 'Login' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Field Sales' }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('the menu closes on every navigation, also to the same route', async () => {
  const button = await openMenuOn(390);
  await userEvent.click(screen.getByRole('link', { name: 'Locations' }));
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('link', { name: 'Locations' }));
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('the menu closes when the window becomes wider than 1024 px, not before', async () => {
  const button = await openMenuOn(390);
  resizeTo(1024);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  resizeTo(1025);
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('Escape closes the menu and returns the focus to the menu button', async () => {
  const button = await openMenuOn(390);
  screen.getByRole('link', { name: 'Locations' }).focus();
  await userEvent.keyboard('{Escape}');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(button);
});

test('the status line shows a lost connection, and is empty while online with an empty queue', async () => {
  const store = await openApp(paths.dashboard(), { ...signedIn(aRep), ...lists });
  const banner = 'Offline. Changes will be saved locally and synced when you reconnect.';
  await menuButton();
  expect(screen.queryByText(banner)).toBeNull();
  const stop = listenToBrowser(Object.assign(new EventTarget(), { navigator: { onLine: false } }), store.dispatch);
  stop();
  const notice = await screen.findByText(banner);
  expect(notice.closest('[role=status]')).not.toBeNull();
  expect(notice.closest('header')).toBeNull();
  const line = notice.closest('[role=status]');
  store.dispatch(connectivityChanged({ online: true }));
  await waitFor(() => expect(line?.textContent).toBe(''));
});
