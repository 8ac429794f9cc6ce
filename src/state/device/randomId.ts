import { nanoid } from '@reduxjs/toolkit';

const LENGTH = 32;

/**
 * A random unique id. Browsers have randomUUID only on secure pages (https or localhost). A test server in an office
 * may be neither.
 */
export function randomId(): string {
  return window.isSecureContext ? crypto.randomUUID() : nanoid(LENGTH);
}
