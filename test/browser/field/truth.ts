/**
 * What a server holds of the trade, in words that every server shares: names instead of ids. The proofs compare
 * this, read from the server's own tables, and never what the app shows.
 */
export interface Truth {
  /** By the time they were started. */
  visits: VisitTruth[];
  /** Deliveries outside a visit. */
  loose: DeliveryTruth[];
}

export interface VisitTruth {
  store: string;
  rep: string;
  outcome: string | null;
  note: string;
  startedAt: Date;
  submittedAt: Date | null;
  /** By the time they were made. */
  deliveries: DeliveryTruth[];
}

export interface DeliveryTruth {
  store: string;
  rep: string;
  box: string;
  lines: LineTruth[];
  totalCents: number;
  deliveredAt: Date;
}

export interface LineTruth {
  item: string;
  packaging: string;
  quantity: number;
}

/** All deliveries, in visits and outside. */
export function deliveriesOf(truth: Truth): DeliveryTruth[] {
  return [...truth.visits.flatMap((visit) => visit.deliveries), ...truth.loose];
}

/** The notes of the visits, a short mark of which writes have arrived. */
export function notesOf(truth: Truth): string[] {
  return truth.visits.map((visit) => visit.note);
}
