import type { FaultyDevice } from './faultyDevice';

/** A disk that carries out the first commit with this change, and loses its connection before it says so. */
export function loseResultOf(change: string): FaultyDevice['disk']['onCommit'] {
  let isLost = false;
  return (moment, written) => {
    if (isLost || moment === 'before' || !written.some((one) => one.startsWith(change))) return;
    isLost = true;
    throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
  };
}
