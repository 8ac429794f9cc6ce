/** Where the slices are stored: texts by their keys. */
export interface SliceStorage {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, text: string): Promise<unknown>;
  removeItem(key: string): Promise<unknown>;
  keys(): Promise<string[]>;
}

/** What redux-persist asks of a storage engine. It removes keys only in a purge, which this app never does. */
export interface PersistStorage {
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: unknown): Promise<void>;
}
