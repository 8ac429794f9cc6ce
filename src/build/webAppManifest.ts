import type { ManifestOptions } from 'vite-plugin-pwa';
import { paths } from '../paths.ts';

/** The web app manifest: what a phone shows and where it starts once the app is installed. */
export const webAppManifest: Partial<ManifestOptions> = {
  id: '/',
  scope: '/',
  start_url: '/',
  name: 'Field Sales',
  short_name: 'Field Sales',
  description: 'Visits and deliveries for reps who work where the signal does not',
  lang: 'en',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#0b5d4e',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Locations', url: paths.locations() },
    { name: 'Outbox', url: paths.outbox() },
  ],
  screenshots: [
    {
      src: '/screenshot-narrow.png',
      sizes: '390x844',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'A visit on a phone',
    },
    {
      src: '/screenshot-wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'The dashboard on a desk',
    },
  ],
};
