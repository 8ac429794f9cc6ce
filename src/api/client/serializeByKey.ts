/** Runs work with the same key one after the other, in the order of the calls; work with other keys runs at once. */
export type SerializeByKey = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createSerializeByKey(): SerializeByKey {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, result);
    return result;
  };
}
