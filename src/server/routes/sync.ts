import { userAgentOf } from '../auth/sessions';
import { route } from '../http/route';
import { findSentRecording, listSyncRows, recordSentRecording, recordSyncReport } from '../services/syncReports';

/** A report or recording replaces the earlier one, so an Idempotency-Key is useless, and would store a row for each. */
const options = { skipTransaction: true };

export const syncRoutes = [
  route(
    'reportSync',
    async ({ db, user, body, now, request }) => {
      const origin = { ip: request.ip, userAgent: userAgentOf(request) ?? '' };
      await recordSyncReport(db, user._id, body, origin, now);
      return null;
    },
    options,
  ),

  route('listSync', ({ db }) => listSyncRows(db)),

  route(
    'sendRecording',
    async ({ db, user, body, now }) => {
      await recordSentRecording(db, user._id, body, now);
      return null;
    },
    options,
  ),

  route('getSentRecording', ({ db, params }) => findSentRecording(db, params.id)),
];
