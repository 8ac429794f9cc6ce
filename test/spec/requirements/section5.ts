/** Spec §5, Validation rules: each sentence that asks for something, in the spec's order. */
export const section5 = {
  'S5.1': "Start visit: rep and location both required ('Pick rep and location').",
  'S5.2': "Add item to a delivery: an item must be picked ('Pick an item');",
  'S5.3': "quantity must be a finite number above 0 ('Enter a valid quantity');",
  'S5.4': "for packaging each the quantity must be a whole number ('Quantity for EACH must be a whole number.');",
  'S5.5': 'case allows decimals (step 0.01).',
  'S5.6': "Delivery submit: 'Pick a location', 'Pick a box', 'Add at least one item'.",
  'S5.7': 'Delivery line edit: quantity numeric, min 0, step 0.01.',
  'S5.8': "New lines default to quantity 1 and packaging 'each'.",
  'S5.9':
    'Unit price is derived and never sent to the server: if the packaging text contains case, box or pack, use pricePerPack (falling back to price);',
  'S5.10': 'otherwise use price (falling back to pricePerPack).',
  'S5.11': 'It is recomputed when item or packaging changes.',
  'S5.12':
    "Submit visit as completed requires all boxes refilled: 'To submit as completed, you must refill all boxes.'",
  'S5.13':
    "The completed radio and the submit button are disabled with the hint 'Refill all boxes to submit as completed'.",
  'S5.14':
    "Server errors on visit submit: text mentioning outcome is shown as 'Please select an outcome before submitting.';",
  'S5.15': "text mentioning lines or boxes is shown as 'Please refill at least one box before submitting.';",
  'S5.16': "otherwise the server message, or 'Failed to submit visit. Please try again.'",
  'S5.17': 'The message clears after 1.5 seconds.',
  'S5.18': "User roles: a user must keep at least one role: 'A user must have at least one role (rep or admin).'",
  'S5.19': 'New item: name required, units per pack minimum 1, price minimum 0 with step 0.01.',
  'S5.20': 'New user: name, email, password required;',
  'S5.21': 'at least one role, Rep on by default.',
  'S5.22': 'New location: name required, box count clamped to 1–20, sizes from S, M, L, XL, default M.',
  'S5.23': "Location-history export requires a chosen location: alert 'Pick a Location to export its history.'",
  'S5.24':
    "Visit CSV export requires a loaded visit and at least one delivery: 'Visit not loaded', 'No deliveries for this visit'.",
} as const;
