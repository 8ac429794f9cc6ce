import { test as base, expect } from '@playwright/test';

interface AppFixtures {
  /** What the page is expected to complain about in this test; anything else fails it. */
  expectedComplaints: RegExp[];
  complaints: string[];
}

/** The browser's own note on a response that was not 2xx, or that never came: the app's handling is what is tested. */
const BROWSER_NOTE = /^Failed to load resource:/;

/**
 * The `test` of every browser test: starts at the URL of the running server, and fails when a page throws or
 * writes to console.error. Expected ones are named: `test.use({ expectedComplaints: [/…/] })`.
 */
export const test = base.extend<AppFixtures>({
  expectedComplaints: [[], { option: true }],
  complaints: [
    async ({ context, expectedComplaints }, provide) => {
      const complaints: string[] = [];
      context.on('weberror', (event) => complaints.push(String(event.error().stack ?? event.error())));
      context.on('console', (message) => {
        if (message.type() === 'error' && !BROWSER_NOTE.test(message.text())) complaints.push(message.text());
      });
      await provide(complaints);
      const unexpected = complaints.filter((text) => !expectedComplaints.some((pattern) => pattern.test(text)));
      expect(unexpected, 'The page wrote to console.error or threw').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
