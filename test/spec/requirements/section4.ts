/** Spec §4, States and transitions: each sentence that asks for something, in the spec's order. */
export const section4 = {
  'S4.1': 'Auth: loading, then user present or absent.',
  'S4.2': 'The session is checked at start;',
  'S4.3': 'if the check fails the user is absent.',
  'S4.4': 'Login sets the user from the response;',
  'S4.5': 'logout clears it.',
  'S4.6': 'Connectivity: online or offline, tracked from browser events.',
  'S4.7':
    'Offline writes (delivery create and update, visit start, submit and update) are placed in the queue and return a marker saying they were queued.',
  'S4.8':
    'On going online, or at start when already online, the queue is flushed: each entry is retried and removed only when it succeeds;',
  'S4.9': 'failed entries stay queued.',
  'S4.10': 'The number pushed and the number remaining are reported to the banner.',
  'S4.11': 'Visit: started (no submittedAt) then submitted (submittedAt set, outcome fixed).',
  'S4.12': "Once submitted, outcome radios, note and refill links are read-only and the button says 'Visit Submitted'.",
  'S4.13':
    "Outcome 'completed' may be chosen and submitted only when every box at the location has at least one delivery for this visit;",
  'S4.14': 'other outcomes are always selectable.',
  'S4.15': 'After a successful submit the user goes to / with done=visit.',
  'S4.16': 'Starting a visit from a location creates or continues one.',
  'S4.17': 'The Edit Visit screen can still change outcome and note with no submitted restriction.',
  'S4.18': 'Outcome display: values completed, partial, no_access, skipped, other;',
  'S4.19': 'underscores are shown as spaces.',
  'S4.20': 'Badge colours: completed green, partial amber, no_access brown, skipped orange, other grey.',
  'S4.21': 'The visit screens offer four outcomes (completed, partial, no_access, skipped);',
  'S4.22': "'other' appears in data and charts.",
  'S4.23': 'Delivery: created (possibly queued), later edited by a patch of its lines.',
  'S4.24': 'User: active toggles on and off by checkbox.',
} as const;
