import {
  page,
  refusal,
  SimRequestMessage,
  SimResponseMessage,
  type WireRequest,
  type WireResponse,
} from './httpMessages';
import type { Kernel } from './kernel';
import type { Random } from '../../support/random';
import type { SimTab } from './simTab';

/** What is behind the network. The cookies are the device's: they are read, and changed by the response. */
export type Wire = (request: WireRequest, cookies: Map<string, string>) => Promise<WireResponse>;

/** What can happen to one request. */
export const REQUEST_FAULTS = [
  'lossBefore',
  'lossAfter',
  'hangBefore',
  'hangAfter',
  'late',
  'duplicate',
  'cutBody',
  'error500Before',
  'error500After',
  'html502',
  'busy503',
  'busy429',
  'status408',
  'portal200',
  'portal302',
  'portal403',
] as const;
export type RequestFault = (typeof REQUEST_FAULTS)[number];

/** How a connection is, until it is changed: a fault for every request or for writes, losses by chance, or fine. */
export type NetworkMode = 'fine' | 'lossy' | 'busyWrites' | RequestFault;

/** One request as the oracle sees it. */
export interface Sent {
  at: number;
  tab: SimTab;
  method: string;
  path: string;
  /** Who was signed in where it was sent, as the screen said. */
  userId: string | null;
  key: string | null;
  body: string;
  fault: RequestFault | 'offline' | null;
  /** For how long the response asks to be left alone, ms; 0 for not at all. */
  pauseMs: number;
  /** When the device had its response, or its failure. */
  endedAt: number | null;
  /** The response of the server, also when it never reached the device; `null` when no request reached it. */
  status: number | null;
  /** A response reached the device. */
  isReceived: boolean;
}

const REACHING: ReadonlySet<Sent['fault']> = new Set([
  null,
  'lossAfter',
  'hangAfter',
  'late',
  'duplicate',
  'cutBody',
  'error500After',
]);

/** Whether a request reaches the server, whatever becomes of the response. */
export const reachesServer = (fault: Sent['fault']): boolean => REACHING.has(fault);

const RETRY_AFTER_S = 60;
const SHORT_MS = [1, 40] as const;
/** The body of a response follows its head. */
const HANG_MS = 10 * 60_000;
/** What a proxy held back reaches the server when the device has long given it up. */
const LATE_MS = 20_000;

/** The connection of one device. */
export class Network {
  online = true;
  mode: NetworkMode = 'fine';
  /** Added each way, ms. */
  latencyMs = 0;
  /** Faults for the next writes, one each. */
  nextWrites: RequestFault[] = [];
  readonly cookies = new Map<string, string>();
  /** Until when the server is too busy for this device, ms since 1970. */
  busyUntil = 0;
  readonly sent: Sent[] = [];
  /** The server has responded, whether the response reaches the device or not. */
  onServed: (sent: Sent) => void = () => undefined;
  onFault: (name: string) => void = () => undefined;
  /** Who is signed in in a tab, as its screen says. */
  userOf: (tab: SimTab) => string | null = () => null;

  constructor(
    private kernel: Kernel,
    private random: Random,
    private wire: Wire,
  ) {}

  get isSound(): boolean {
    return this.online && this.mode === 'fine' && this.nextWrites.length === 0 && this.kernel.now >= this.busyUntil;
  }

  /** What a tab has as `fetch`. */
  fetchOf(tab: SimTab) {
    return (input: string | URL | SimRequestMessage, init?: RequestInit): Promise<SimResponseMessage> =>
      new Promise((resolve, reject) => {
        if (!tab.isAlive()) return;
        this.send(tab, new SimRequestMessage(input, init ?? {}), resolve, reject);
      });
  }

  private faultFor(method: string): RequestFault | 'offline' | null {
    if (!this.online) return 'offline';
    const isWrite = method !== 'GET';
    if (isWrite && this.nextWrites.length > 0) return this.nextWrites.shift() ?? null;
    if (this.mode === 'fine') return this.kernel.now < this.busyUntil ? 'busy503' : null;
    if (this.mode === 'busyWrites') return isWrite ? 'busy503' : null;
    if (this.mode !== 'lossy') return this.mode;
    const chance = this.random.next();
    if (chance < 0.3) return 'lossBefore';
    return chance < 0.6 ? 'lossAfter' : null;
  }

  private send(
    tab: SimTab,
    request: SimRequestMessage,
    resolve: (response: SimResponseMessage) => void,
    reject: (error: unknown) => void,
  ): void {
    const { pathname, search } = new URL(request.url);
    const wireRequest = {
      method: request.method,
      path: pathname + search,
      headers: request.headers,
      body: request.text,
    };
    const fault = this.faultFor(request.method);
    const sent: Sent = {
      at: this.kernel.now,
      tab,
      method: request.method,
      path: wireRequest.path,
      userId: this.userOf(tab),
      key: request.headers.get('Idempotency-Key'),
      body: request.text,
      fault,
      pauseMs: 0,
      endedAt: null,
      status: null,
      isReceived: false,
    };
    this.sent.push(sent);
    if (fault) this.onFault(fault);
    tab.countStep();

    let isOver = false;
    const end = (finish: () => void, delayMs: number) => {
      this.kernel.after(delayMs, tab, () => {
        if (isOver) return;
        isOver = true;
        sent.endedAt = this.kernel.now;
        tab.countStep();
        if (tab.isAlive()) finish();
      });
    };
    const { signal } = request;
    signal?.addEventListener('abort', () => end(() => reject(signal.reason), 0));
    const fail = (ms: number) => end(() => reject(new TypeError('Failed to fetch')), ms);
    // A browser sends the cookies of the moment, and takes those of a response when that arrives.
    const carried = new Map(this.cookies);
    const jar = new Map(carried);
    const takeCookies = () => {
      for (const name of new Set([...carried.keys(), ...jar.keys()])) {
        const value = jar.get(name);
        if (value === carried.get(name)) continue;
        if (value === undefined) this.cookies.delete(name);
        else this.cookies.set(name, value);
      }
    };
    const respond = (response: WireResponse, ms: number, isCut = false) =>
      end(() => {
        takeCookies();
        sent.isReceived = true;
        resolve(new SimResponseMessage(response, request.url, isCut));
      }, ms);

    const oneWay = () => this.latencyMs + this.random.between(...SHORT_MS);
    const ask = (then: (response: WireResponse) => void, delayMs = oneWay()) => {
      // It is on its way: neither the tab's end nor a lost connection calls it back.
      this.kernel.after(delayMs, null, async () => {
        const response = await this.wire(wireRequest, jar);
        sent.status = response.status;
        this.onServed(sent);
        then(response);
      });
    };
    const back = (response: WireResponse) => respond(response, oneWay());
    switch (fault) {
      case null:
        return ask(back);
      case 'offline':
        return fail(1);
      case 'lossBefore':
        return fail(oneWay());
      case 'lossAfter':
        return ask(() => fail(oneWay()));
      case 'hangBefore':
        return fail(HANG_MS);
      case 'hangAfter':
        return ask(() => fail(HANG_MS));
      case 'late':
        ask(() => undefined, LATE_MS);
        return fail(oneWay());
      case 'duplicate':
        return ask((first) => ask(() => back(first)));
      case 'cutBody':
        return ask((response) => respond(response, oneWay(), true));
      case 'error500Before':
        return back(refusal(500));
      case 'error500After':
        return ask(() => back(refusal(500)));
      case 'html502':
        return back(page(502));
      case 'busy503':
      case 'busy429': {
        if (this.kernel.now >= this.busyUntil) this.busyUntil = this.kernel.now + RETRY_AFTER_S * 1000;
        const leftS = Math.ceil((this.busyUntil - this.kernel.now) / 1000);
        sent.pauseMs = leftS * 1000;
        return back(refusal(fault === 'busy503' ? 503 : 429, leftS));
      }
      case 'status408':
        return back(refusal(408));
      case 'portal200':
        return back(page(200));
      case 'portal302':
        return fail(oneWay());
      case 'portal403':
        return back(page(403));
    }
  }
}
