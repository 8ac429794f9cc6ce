import { useSyncExternalStore } from 'react';
import type { EntrySummary } from '../../offline/entry';
import { queuedCall } from '../../offline/queuedWrites';
import { useAppSelector } from '../root/hooks';
import { installListeners, offeredInstall, setOfferedInstall } from './installPrompt';

function subscribe(listener: () => void): () => void {
  installListeners.add(listener);
  return () => installListeners.delete(listener);
}

/** Shows the browser's installation prompt; `null` if the browser has none, or has shown it. */
export function useInstall(): (() => void) | null {
  const prompt = useSyncExternalStore(subscribe, offeredInstall);
  if (!prompt) return null;
  return () => {
    setOfferedInstall(null);
    void prompt.prompt().catch(() => undefined);
  };
}

/** Whether this is Safari on a phone or tablet, in a tab: it clears data after seven days without a visit. */
export function isUninstalledSafari(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}

/** Whether the signed-in user has submitted a visit on this device today, or has a submit waiting. */
export function useHasSubmittedVisit(): boolean {
  return useAppSelector((state) => {
    const sent = Object.values(state.sentToday.byKey).map(({ value }) => value);
    const isSubmit = ({ call, userId }: Pick<EntrySummary, 'call' | 'userId'>) =>
      queuedCall(call).kind === 'submit' && userId === state.session.user?._id;
    return sent.some(isSubmit) || state.queue.entries.some(isSubmit);
  });
}
