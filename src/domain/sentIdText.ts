import { isLocalId } from './ids';

/** An id as print and files show it. A local id never leaves the device: its record is not yet sent. */
export function sentIdText(id: string): string {
  return isLocalId(id) ? 'not yet sent' : id;
}
