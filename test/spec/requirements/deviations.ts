/**
 * Where the specification, read to the letter, would hurt a rep: what is done instead. Each is proved
 * as written here, not as the sentence of the specification that it replaces.
 */
export const deviations = {
  'T1.1':
    'Instead of S4.3: a 401 or 403 of /api/auth/me means absent, and so does any failure when no user is remembered.',
  'T1.2':
    'No response, or a 5xx, keeps the last signed-in user of this device, marked unverified, until the server can be asked.',
  'T1.3': 'Sign-out works offline: the user is gone at once, the call is made before the next /api/auth/me.',
  'T2.1':
    'A visit started offline has a local id and opens at once (an open visit of this rep there that the device knows is continued instead).',
  'T2.2':
    'Queued entries refer to it; when the server responds, the real id replaces it in every later entry, in the caches and in the address bar.',
  'T3.1': 'A failed deliveries call empties the refilled set online, as written (S8.23).',
  'T3.2':
    'Offline: the cached response plus the queued deliveries of this visit; a box queued is a box refilled, marked as waiting.',
  'T4.1': "One replayer per device, and the entry's id travels as Idempotency-Key.",
  'T5.1': 'A queued write carries its time of capture in a Captured-At header, which becomes deliveredAt.',
  'T6.1': "Entries carry the user's id; they replay only as that user; others neither see nor send them.",
  'T7.1': 'Browser storage is IndexedDB, versioned, in the place of local storage (S9.2).',
  'T8.1':
    'Instead of S4.8: a server that asked for a pause (429, 503 or Retry-After) gets no write before its end, unless a person presses Sync now.',
  'T9.1': 'No response within 4 s counts as a failed connection for the person; the request goes on.',
} as const;
