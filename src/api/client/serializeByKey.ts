/** Does work key one thing in the order asked, each piece once the one before has ended; key other things at once. */
export type SerializeByKey = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createSerializeByKey(): SerializeByKey {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, result);
    return result;
  };
}
