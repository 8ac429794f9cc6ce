import { below } from './mutant';

/** Bugs of the app outside the queue: sessions, drafts, caches, and what a response means. */
export const OUTSIDE = [
  ...below('state', [
    [
      'session.ts',
      'takes a 403 of a portal for the end of the session',
      'const isEnded = failureStatus(failure) === 401 ||',
      'const isEnded = [401, 403].includes(failureStatus(failure) ?? 0) ||',
    ],
    [
      'session.ts',
      'takes no response for the end of the session',
      ': sessionUnconfirmed();\n}',
      ': sessionEnded();\n}',
    ],
    [
      'session.ts',
      'never asks again who is signed in',
      'else dispatch(isSuccess ? sessionEnded() : outcomeOfFailure(asFailure(error)));',
      'else if (isSuccess) dispatch(sessionEnded());',
    ],
    [
      'sessionSlice.ts',
      'forgets the user when the server can’t be asked',
      "session.status = session.user ? known : 'absent';",
      "session.status = 'absent';",
    ],
    ['sessionSlice.ts', 'never counts a session as confirmed', 'session.verified = true;', ''],
    [
      'sessionSlice.ts',
      'does not remember the user',
      "export const REMEMBERED_SESSION_KEYS: (keyof SessionState)[] = ['user', ",
      'export const REMEMBERED_SESSION_KEYS: (keyof SessionState)[] = [',
    ],
    [
      'watchSession.ts',
      'signs out at any refusal',
      'if (failureStatus(failure) === UNAUTHORISED) dispatch(sessionEnded());',
      'if (failureStatus(failure) !== null) dispatch(sessionEnded());',
    ],
    [
      'watchSession.ts',
      'does not tell the queue who is signed in',
      'if (!verified || before?._id !== user._id) dispatch(sessionConfirmedForQueue({ userId: user._id, by }));',
      '',
    ],
    [
      'watchSession.ts',
      'shows the next person what the last one typed',
      '{ actionCreator: cachesWiped, effect: clearDrafts }',
      '{ actionCreator: cachesWiped, effect: () => undefined }',
    ],
    [
      'watchSession.ts',
      'leaves a deactivated account unnamed',
      'else if (isDeactivation(failure)) dispatch(sessionDeactivated());',
      'else if (isDeactivation(failure)) dispatch(sessionEnded());',
    ],
    [
      'draftsSlice.ts',
      'goes on offering what was queued',
      '.addCase(entryQueued, (drafts, { payload }) => {\n        delete drafts[payload.id];',
      '.addCase(entryQueued, (drafts, { payload }) => {\n        if (!payload.id) return;',
    ],
    [
      'draftsSlice.ts',
      'goes on offering what lies on the disk',
      'for (const { id } of payload.entries) delete drafts[id];',
      '',
    ],
    [
      'draftsSlice.ts',
      'offers nothing after a sign-in',
      '.addCase(cachesWiped, () => initialState)',
      '.addCase(cachesWiped, (drafts) => drafts)',
    ],
    [
      'makeStore.ts',
      'reads the queue when a person first asks',
      'const queueRead = ready.then(parts.reload);',
      'const queueRead = ready;',
    ],
    [
      'makeStore.ts',
      'stores no drafts',
      'reducer: persistedReducer(environment.cacheStorage, drafts),',
      'reducer: persistedReducer(environment.cacheStorage, { ...drafts, setItem: async () => undefined }),',
    ],
    [
      'offlineParts.ts',
      'sends before the server has confirmed who is signed in',
      'confirmedUserId: (state) => (state.session.verified ? userId(state) : null),',
      'confirmedUserId: userId,',
    ],
    [
      'offlineParts.ts',
      'does not heed a busy server outside a pass',
      'void journal.leaveAlone(until, at).catch(() => undefined);',
      '',
    ],
    [
      'caches/itemsCache.ts',
      'names no instant for the prices shown',
      'const pricesAsOf = (meta.baseQueryMeta as ApiMeta | undefined)?.servedAt ?? null;',
      'const pricesAsOf = null;',
    ],
    [
      'caches/itemsCache.ts',
      'names the present as the instant of the prices',
      'const pricesAsOf = (meta.baseQueryMeta as ApiMeta | undefined)?.servedAt ?? null;',
      'const pricesAsOf = new Date().toISOString();',
    ],
    [
      'caches/itemsCache.ts',
      'stores no item list',
      'state.byKey[WHOLE_LIST] = { value: payload, savedAt: meta.fulfilledTimeStamp, pricesAsOf };',
      '',
    ],
    [
      'pendingViews.ts',
      'opens an edit over the server’s version, not over the own change',
      'return { ...delivery, lines, total: sumDollars(lines.map((line) => line.lineTotal)), pending };',
      'return { ...delivery, lines, total: sumDollars(lines.map((line) => line.lineTotal)), pending: null };',
    ],
    ['outbox.ts', 'discards whatever the server says', '.discard(ids, force),', '.discard(ids, true),'],
  ]),
  ...below('api', [
    [
      'transport.ts',
      'takes any page with status 200 for success',
      'if (!json.parsed) return NOT_OUR_SERVER;',
      'if (!json.parsed) return { ok: true, status, data: null, servedAt: null };',
    ],
    [
      'apiBaseQuery.ts',
      'makes an id of its own for each write',
      'const writeId = () => request.writeId ?? newId();',
      'const writeId = () => newId();',
    ],
    [
      'apiBaseQuery.ts',
      'forgets the version that a form showed',
      'baseVersion: request.base?.baseVersion ?? null,',
      'baseVersion: null,',
    ],
    [
      'apiBaseQuery.ts',
      'forgets the own change that a form showed',
      'over: request.base?.over ?? null,',
      'over: null,',
    ],
    [
      'apiBaseQuery.ts',
      'forgets the instant of the prices that a form showed',
      'pricesAsOf: request.pricesAsOf ?? null,',
      'pricesAsOf: null,',
    ],
  ]),
];
