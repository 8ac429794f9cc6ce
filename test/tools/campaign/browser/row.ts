/** What a fault did to the entries of a campaign; a column that does not apply is `null`. */
export interface CampaignRow {
  entries: number;
  /** How often the fault happened; 0 fails the campaign. */
  fired: number;
  lost: number;
  doubled: number;
  outOfOrder: number;
  misattributed: number;
  /** Marks that the app said were saved or sent, and that are nowhere. */
  falseSaved: number;
  /** Entries left on the disk that the screen does not speak of. */
  silent: number | null;
  /** Entries left on the disk after everything was healed, beyond those that the fault refuses for good. */
  stuck: number;
  requestsPerEntry: number | null;
  /** From the healing to each recorded entry, ms. */
  drainP50: number | null;
  drainP95: number | null;
}

/** The type of the annotation in which a test gives its row to the table. */
export const ROW_ANNOTATION = 'campaign row';

/** The type of the annotations in which a test gives its own figures, each a line below the table. */
export const FIGURE_ANNOTATION = 'campaign figure';
