/** A promise that was broken; the number is the one of offline.md, "The simulation". */
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
