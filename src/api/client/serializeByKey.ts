/** Does work about one thing in the order asked, each piece once the one before has ended; about other things at once. */
export type SerializeByKey = <T>(about: string, work: () => Promise<T>) => Promise<T>;

export function createSerializeByKey(): SerializeByKey {
  const last = new Map<string, Promise<unknown>>();
  return (about, work) => {
    const turn = (last.get(about) ?? Promise.resolve()).then(work, work);
    last.set(about, turn);
    return turn;
  };
}
