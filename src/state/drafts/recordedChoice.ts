import type { Queued, WriteBase } from '../../api/client/writes';
import type { Sent } from './drafts';
import type { DraftedWrite, DraftOf } from './useDraft';

interface RecordedChoiceRules<Response> {
  parse: (response: unknown) => Response;
  /** The write of the form's content. `base`: the recorded version. */
  write: (recorded: Response, base: WriteBase) => DraftedWrite<Response | Queued>;
  /** Handles the result like any other send. Returns whether the form is finished. */
  done: (sent: Sent<Response | Queued>) => Promise<boolean>;
}

interface RecordedChoice<Response> {
  recorded: Response;
  /** Sends the form's content. Returns whether the form is finished. */
  change: () => Promise<boolean>;
  /** Keeps the record unchanged. */
  leave: () => void;
}

/** The choice between a record and the form whose earlier content it has; `null` if the server reports none. */
export function recordedChoice<Response extends { version?: number | null | undefined }>(
  { recordedOtherwise, drop }: Pick<DraftOf<never>, 'recordedOtherwise' | 'drop'>,
  { parse, write, done }: RecordedChoiceRules<Response>,
): RecordedChoice<Response> | null {
  if (!recordedOtherwise) return null;
  const recorded = parse(recordedOtherwise.response);
  return {
    recorded,
    change: async () => {
      const update = write(recorded, { baseVersion: recorded.version ?? null, over: null });
      return done(await recordedOtherwise.sendAsUpdate(update));
    },
    leave: () => {
      drop();
      void done({ response: recorded, failure: null });
    },
  };
}
