/** Where what passes between the app and the world is noted. */
export interface EventRecorder {
  /** The app asks for something; gives the number under which the world's answer comes. */
  call(what: string, detail: unknown): number;
  response(id: number, value?: unknown): void;
  failed(id: number, error: unknown): void;
  /** The world speaks unasked. */
  message(what: string, value: unknown): void;
  /** A value taken at once; gives it back. */
  value<T>(what: string, value: T): T;
}

/** Notes a call and how it ended around the call itself; `shown` makes of its result what is noted. */
export async function recordCall<T>(
  eventRecorder: EventRecorder,
  what: string,
  detail: unknown,
  work: () => Promise<T>,
  shown: (result: T) => unknown = (result) => result,
): Promise<T> {
  const id = eventRecorder.call(what, detail);
  try {
    const result = await work();
    eventRecorder.response(id, shown(result));
    return result;
  } catch (error) {
    eventRecorder.failed(id, error);
    throw error;
  }
}
