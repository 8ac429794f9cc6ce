/** Spec §1, What the product does and for whom: each sentence that asks for something, in the spec's order. */
export const section1 = {
  'S1.1':
    'Reps visit locations, start or continue a visit, record deliveries of items into the boxes at that location, and submit the visit with an outcome and a note.',
  'S1.2':
    'Admins additionally manage items, users and locations, see a dashboard of sales analytics, and download CSV reports.',
  'S1.3': 'The product works offline.',
  'S1.4': 'Writes made while offline are queued in the browser and pushed to the server when the connection returns.',
  'S1.5':
    'Items, locations, boxes (per location) and visits are cached in browser storage so deliveries can be made offline.',
  'S1.6': 'A background worker is registered at /sw.js.',
  'S1.7': 'Two kinds of user: admin and ordinary rep.',
} as const;
