/**
 * A promise that was broken, by the number of the invariant:
 *
 * | Number | What must hold | Checked |
 * |---|---|---|
 * | I1 | what was said to be saved is on disk, byte for byte, until it was carried out or a person dropped it | any time |
 * | I2 | an entry takes effect on the server at most once, whatever keys its change went by | any time |
 * | I3 | where one change depends on another they take effect in the order made | any time |
 * | I4 | what is still kept was made by a person, who was told that it is saved, or nothing yet | at the end |
 * | I5 | the author is the entry's user and the time the one of capture; no local id leaves the device | any time |
 * | I6 | counts and reports of a pass equal what it did, and what is shown equals the disk | any time, at rest |
 * | I7 | with the faults gone, all that may be sent is sent, unasked | at the end |
 * | I8 | a refusal is the server's own no, and holds back only what depends on it | at the end |
 * | I9 | all tabs show the same | at rest |
 * | I10 | no error is uncaught | any time |
 *
 * Any time: after every command. At rest: after every command that leaves the disk idle and the tabs informed. At the
 * end: when a script is over and every fault is gone.
 */
export class Broken extends Error {
  constructor(
    readonly invariant: string,
    text: string,
  ) {
    super(`${invariant}: ${text}`);
  }
}

export function must(holds: boolean, invariant: string, text: () => string): void {
  if (!holds) throw new Broken(invariant, text());
}
