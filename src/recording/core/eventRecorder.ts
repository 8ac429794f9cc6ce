/** Records what passes between the app and its environment. */
export interface EventRecorder {
  /** Records a call of the app. Returns the id under which its response is recorded. */
  call(what: string, detail: unknown): number;
  response(id: number, value?: unknown): void;
  failed(id: number, error: unknown): void;
  /** Records something that arrives without a call, such as a message of another tab. */
  message(what: string, value: unknown): void;
  /** Records a value that is returned at once, such as a new id. Returns it. */
  value<T>(what: string, value: T): T;
}

/** Runs `work` and records it as a call with its response or failure. `shown` maps the result to what is recorded. */
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
