import { errorStatus } from '../../api/client/errors';
import { screenMessages } from '../../domain/screenMessages';
import { visitLoadMessage } from '../../domain/visitRules';
import type { VisitView } from '../pending/pendingViews';
import type { CachedQuery } from '../reads/cachedQuery';
import { useVisitRead } from './visitReads';

/** A visit as a screen shows it; `failure` is why there is nothing to show, in the words of spec §8, else `null`. */
export interface VisitOnScreen extends CachedQuery<VisitView> {
  failure: string | null;
}

/** One visit to show. A response without a visit counts as 'not found' (spec §8). */
export function useVisitView(id: string): VisitOnScreen {
  const read = useVisitRead(id);
  const data = read.data?._id ? read.data : undefined;
  const missing = !data && !read.loading;
  const text = read.data ? screenMessages.notFound : visitLoadMessage(errorStatus(read.error));
  return { ...read, data, failure: missing ? text : null };
}
