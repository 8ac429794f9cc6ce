import { ensureChromium } from './chromium';

/** The global setup of every Playwright config: workers start after it, and then find the Chromium. */
export default function chromiumSetup(): void {
  ensureChromium();
}
