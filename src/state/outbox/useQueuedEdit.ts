import type { NavigateOptions } from 'react-router';
import { type ApiError, errorMessage } from '../../api/client/errors';
import { isQueued, type Queued, type WriteBase } from '../../api/client/writes';
import type { Noun } from '../../offline/nouns';
import { useShowSaved } from '../alerts/alerts';
import type { Sent } from '../drafts/drafts';
import { useNavigateIfStillHere } from '../drafts/useNavigateIfStillHere';
import { useConflict } from './conflict';
import { type RefusedEntry, type ReplacedPart, useCorrection } from './editRefusedEntry';

interface QueuedEditRules<Response> {
  noun: Noun;
  /** The refused entry of the edited record. */
  refused: RefusedEntry;
  /** The sentence for a failure that is no conflict. */
  failureText: (failure: ApiError) => string;
  showError: (text: string | null) => void;
  /** The path of the outbox, which opens after an entry was replaced. */
  outbox: string;
  /** The path that opens after a saved change, the alert there (`null` for none), and the history state. */
  next: (response: Response | Queued) => [path: string, alert: string | null, options?: NavigateOptions];
}

/** Sends the changes of a form that edits a visit or a delivery, and handles the result. */
export function useQueuedEdit<Response>(rules: QueuedEditRules<Response>) {
  const { noun, refused, failureText, showError, outbox, next } = rules;
  const correct = useCorrection(refused);
  const showSaved = useShowSaved();
  const { navigateAfter, showErrorIfMounted } = useNavigateIfStillHere();
  const { conflict, read, show, keepTheirs } = useConflict(noun);
  /** Replaces the form in the history: Back would open it again. */
  const leave: typeof navigateAfter = (to, done, options) => navigateAfter(to, done, { ...options, replace: true });

  /** Shows the result of a send and navigates. Returns whether the form is finished. */
  const finish = async ({ response, failure }: Sent<Response | Queued>): Promise<boolean> => {
    if (failure) {
      const found = read(failure);
      if (found) showErrorIfMounted(errorMessage(failure), () => show(found));
      else showErrorIfMounted(failureText(failure), showError);
      return false;
    }
    if (isQueued(response)) showSaved(response);
    await leave(...next(response));
    return true;
  };

  return {
    conflict,
    hideConflict: () => show(null),
    finish,
    /**
     * Replaces the refused entry if there is one, otherwise sends, as a change of this base. `dropDraft` runs when the
     * form has nothing left to send.
     */
    save: async (
      part: ReplacedPart,
      base: WriteBase,
      dropDraft: () => void,
      send: (base: WriteBase) => Promise<Sent<Response | Queued>>,
    ) => {
      const corrected = await correct(part, showError);
      if (corrected === null) return false;
      if (corrected === 'superseded') return finish(await send(refused.baseAfter(base)));
      if (corrected === 'notFound') return finish(await send(base));
      dropDraft();
      await leave(outbox, null);
      return true;
    },
    /** Drops the change, keeps the other user's version and opens `path`. */
    keepTheirs: (path: string) => {
      keepTheirs();
      void leave(path, null);
    },
  };
}
