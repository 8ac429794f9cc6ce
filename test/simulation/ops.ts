import type { QueuedWrite } from '../../src/api/queuedWrites';
import type { QueuedCallName } from '../../src/contract/calls';

/** A visit as the script's rep knows it. */
export interface VisitHandle {
  token: number;
  /** As the screen's address has it: local or the server's. */
  id: string;
  user: string;
  location: string;
}

/** One change that the script made, and what the rep was told of it. */
export interface Op {
  /** The entry's id: the key by which the server knows it. */
  id: string;
  /** Every id it ever went by: pressed again or mended, it may have several. */
  keys: string[];
  /** A person put an edited change in its place. */
  mended: boolean;
  call: QueuedCallName;
  user: string;
  tab: number;
  /** The very tab: its form dies with it. */
  tabId: string;
  pressedAgain: boolean;
  /** When it was made, in steps of the script. */
  order: number;
  /** When "Saved locally" was said, in the same steps; `null` when it was not. */
  claimedAt: number | null;
  visit: number | null;
  location: string | null;
  /** The delivery it made or edits, by the id the rep knows. */
  delivery: string | null;
  told: 'nothing yet' | 'saved locally' | 'answered' | 'refused' | 'not saved';
  write: QueuedWrite;
}
