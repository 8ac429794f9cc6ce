import { route } from '../http/route';

/** The state of the caller's own keyed writes. The keys of other users are unknown here. */
export const writesRoutes = [
  route('getWrite', ({ writes, user, params }) => writes.stateOf(user._id, params.id)),

  route('cancelWrite', ({ writes, user, params, now }) => writes.cancel(user._id, params.id, now), {
    skipTransaction: true,
  }),
];
