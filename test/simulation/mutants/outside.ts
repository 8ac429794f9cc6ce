import { below } from './mutant';

/** Bugs of the app outside the queue: sessions, drafts, caches, and what a response means. */
export const OUTSIDE = [
  ...below('state', [
    [
      'session/session.ts',
      'takes a 403 of a portal for the end of the session',
      '(errorStatus(failure) === 403 && isFromApi(failure));',
      'errorStatus(failure) === 403;',
    ],
    [
      'session/session.ts',
      'takes no response for the end of the session',
      ': sessionUnconfirmed();\n}',
      ': sessionEnded();\n}',
    ],
    [
      'session/session.ts',
      'never asks again who is signed in',
      'else dispatch(who ? sessionEnded() : outcomeOfFailure(asApiError(error)));',
      'else if (who) dispatch(sessionEnded());',
    ],
    [
      'slices/sessionSlice.ts',
      'forgets the user when the server can’t be reached',
      "session.status = session.user ? known : 'absent';",
      "session.status = 'absent';",
    ],
    ['slices/sessionSlice.ts', 'never counts a session as confirmed', 'session.verified = true;', ''],
    [
      'slices/sessionSlice.ts',
      'does not remember the user',
      "export const PERSISTED_SESSION_KEYS: (keyof SessionState)[] = [\n  'user',",
      'export const PERSISTED_SESSION_KEYS: (keyof SessionState)[] = [',
    ],
    [
      'session/sessionListener.ts',
      'signs out at any refusal',
      'if (isSignedOut(failure)) dispatch(sessionEnded());',
      'if (errorStatus(failure) !== null) dispatch(sessionEnded());',
    ],
    [
      'session/sessionListener.ts',
      'does not tell the queue who is signed in',
      'if (!verified || before?._id !== user._id) dispatch(sessionConfirmedForQueue({ userId: user._id, by }));',
      '',
    ],
    [
      'session/sessionListener.ts',
      'shows the next person what the last one typed',
      '{ actionCreator: cachesCleared, effect: clearRecords }',
      '{ actionCreator: cachesCleared, effect: () => undefined }',
    ],
    [
      'session/sessionListener.ts',
      'leaves a deactivated account unnamed',
      'else if (isDeactivation(failure)) dispatch(sessionDeactivated());',
      'else if (isDeactivation(failure)) dispatch(sessionEnded());',
    ],
    [
      'root/rehydrationRetry.ts',
      'stores the empty session over one that could not be read',
      'if (isReadFailure(action)) {',
      "if (key === '') {",
    ],
    [
      'root/recordStorage.ts',
      'writes back drafts that it has only read',
      'contentOf(stored.get(id)) !== contentOf(text)',
      'stored.get(id) !== text',
    ],
    [
      'slices/draftsSlice.ts',
      'goes on offering what was queued',
      '.addCase(entryQueued, (drafts, { payload }) => {\n        delete drafts[payload.id];',
      '.addCase(entryQueued, (drafts, { payload }) => {\n        if (!payload.id) return;',
    ],
    [
      'slices/draftsSlice.ts',
      'goes on offering what lies on the disk',
      'for (const id of [...payload.entries.map((entry) => entry.id), ...payload.ended]) delete drafts[id];',
      '',
    ],
    [
      'slices/draftsSlice.ts',
      'offers again what another tab has discarded',
      ', ...payload.ended]) delete',
      ']) delete',
    ],
    [
      'slices/draftsSlice.ts',
      'offers nothing after a sign-in',
      '.addCase(cachesCleared, () => initialState)',
      '.addCase(cachesCleared, (drafts) => drafts)',
    ],
    [
      'store/makeStore.ts',
      'reads the queue when a person first asks',
      'const queueRead = ready.then(parts.reload);',
      'const queueRead = ready;',
    ],
    [
      'store/makeStore.ts',
      'stores no drafts',
      'persistedReducer(cacheStorage, { drafts, sentToday })',
      'persistedReducer(cacheStorage, { drafts: { ...drafts, setItem: async () => undefined }, sentToday })',
    ],
    [
      'store/createOfflineQueue.ts',
      'sends before the server has confirmed who is signed in',
      'confirmedUserId: (state) => (state.session.verified ? userId(state) : null),',
      'confirmedUserId: userId,',
    ],
    [
      'store/createOfflineQueue.ts',
      'does not heed a busy server outside a pass',
      'void journal.storePause(until, at).catch(() => undefined);',
      '',
    ],
    [
      'slices/itemsCache.ts',
      'names no instant for the prices shown',
      'const pricesAsOf = (meta.baseQueryMeta as ApiMeta | undefined)?.servedAt ?? null;',
      'const pricesAsOf = null;',
    ],
    [
      'slices/itemsCache.ts',
      'names the present as the instant of the prices',
      'const pricesAsOf = (meta.baseQueryMeta as ApiMeta | undefined)?.servedAt ?? null;',
      'const pricesAsOf = new Date().toISOString();',
    ],
    [
      'slices/itemsCache.ts',
      'stores no item list',
      'state.byKey[ALL_KEY] = { value: payload, savedAt: meta.fulfilledTimeStamp, pricesAsOf };',
      '',
    ],
    [
      'pending/pendingDeliveryViews.ts',
      'opens an edit over the server’s version, not over the own change',
      'return { ...shown, pending: pendingOf(entry, edits.at(-1)), linesWithKeptPrices };',
      'return { ...shown, pending: null, linesWithKeptPrices };',
    ],
    ['outbox/outbox.ts', 'discards whatever the server says', '.discard(ids, force),', '.discard(ids, true),'],
  ]),
  ...below('api', [
    [
      'client/transport.ts',
      'takes any page with status 200 for success',
      'if (data === undefined) return NOT_OUR_SERVER;',
      'if (data === undefined) return { ok: true, status, data: null, servedAt: null };',
    ],
    [
      'client/apiBaseQuery.ts',
      'makes an id of its own for each write',
      'const writeId = () => request.writeId ?? newId();',
      'const writeId = () => newId();',
    ],
    [
      'client/apiBaseQuery.ts',
      'forgets the version that a form showed',
      'baseVersion: request.base?.baseVersion ?? null,',
      'baseVersion: null,',
    ],
    [
      'client/apiBaseQuery.ts',
      'forgets the own change that a form showed',
      'over: request.base?.over ?? null,',
      'over: null,',
    ],
    [
      'client/apiBaseQuery.ts',
      'forgets the instant of the prices that a form showed',
      'pricesAsOf: request.pricesAsOf ?? null,',
      'pricesAsOf: null,',
    ],
  ]),
];
