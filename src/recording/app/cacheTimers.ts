import { api } from '../../api/api';

/** The part of an endpoint's definition that says how long its cache entry outlives the last subscription, s. */
interface Kept {
  keepUnusedDataFor?: number;
}

/** The definition of an endpoint, to be changed in its place. */
function definitionOf(name: string): Kept {
  let found: Kept = {};
  const read = (definition: Kept) => {
    found = definition;
  };
  api.enhanceEndpoints({ endpoints: { [name]: read } } as object);
  return found;
}

/**
 * Does the work with the cache's own timers off. A recording says when the cache let go of an entry; a timer that runs
 * by the clock of the machine would let go of it earlier or later, and abort the call that is under way for it.
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
