import { api } from '../../api/api';

/** The part of an endpoint's definition that says how long its cache entry outlives the last subscription, s. */
interface CacheLifetime {
  keepUnusedDataFor?: number;
}

/** The definition of an endpoint, to be changed in its place. */
function definitionOf(name: string): CacheLifetime {
  let found: CacheLifetime = {};
  const read = (definition: CacheLifetime) => {
    found = definition;
  };
  api.enhanceEndpoints({ endpoints: { [name]: read } } as object);
  return found;
}

/**
 * Runs the work with the timers of RTK Query's cache switched off. A recording holds when the cache removed an entry. A
 * timer on the machine's clock would remove it earlier or later, and abort a running call.
 */
export async function withoutCacheTimers<T>(work: () => Promise<T>): Promise<T> {
  const definitions = Object.keys(api.endpoints).map(definitionOf);
  const kept = definitions.map((definition) => definition.keepUnusedDataFor);
  for (const definition of definitions) definition.keepUnusedDataFor = Number.POSITIVE_INFINITY;
  try {
    return await work();
  } finally {
    for (const [at, definition] of definitions.entries()) {
      const seconds = kept[at];
      if (seconds === undefined) delete definition.keepUnusedDataFor;
      else definition.keepUnusedDataFor = seconds;
    }
  }
}
