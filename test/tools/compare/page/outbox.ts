/** What a person enters once. The mark tells the deliveries of a run apart; it is sent as the quantity of the line. */
export interface Target {
  /** POST, JSON. */
  url: string;
  repName: string;
  location: string;
  box: string;
  item: string;
}

/** An outbox as the library's documentation sets it up, with the one call of this comparison. */
export interface Outbox {
  /**
   * Saves one delivery. Resolves with `true` as soon as the library lets the app show it as saved or sent, and with
   * `false` when it makes the app show an error.
   */
  save(mark: number): Promise<boolean>;
  /** How many wait to be sent. */
  waiting(): Promise<number>;
}

export type OpenOutbox = (target: Target) => Promise<Outbox>;

/** The body of the call. A mark of 0 names an item that does not exist: the server refuses it. */
export const bodyOf = ({ repName, location, box, item }: Target, mark: number) => ({
  repName,
  location,
  box,
  lines: [{ item: mark === 0 ? 'no-such-item' : item, quantity: mark === 0 ? 1 : mark, packaging: 'each' }],
});

/** Whether a response refuses for good. */
export const isRefusal = (status: number) => status >= 400 && status < 500 && ![401, 408, 429].includes(status);

export const JSON_HEADERS = { 'content-type': 'application/json' };

declare global {
  interface Window {
    /** Opens the outbox of a client, given by the name of its file, as `outbox`. */
    openOutbox?: (client: string, target: Target) => Promise<void>;
    outbox?: Outbox;
  }
}
