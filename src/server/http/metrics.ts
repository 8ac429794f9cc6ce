import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorResponse } from '../../contract/common';
import { messages } from '../../domain/messages';
import type { ConnectionCounts } from '../db/database';
import { isLoopback } from '../exposure';
import type { QueueCounts } from './fairQueue';

declare module 'fastify' {
  interface FastifyInstance {
    /** The text of `/metrics`. */
    metrics: Registry;
  }
}

export interface MetricsParts {
  /** The bearer token of callers that may read the metrics; `null`: callers on this machine may. */
  token: string | null;
  replays: Readonly<QueueCounts>;
  connections: () => ConnectionCounts[];
}

const METRICS_PATH = '/metrics';
/** In seconds. A device gives up a call after 15, and a later try of a waiting change after at most 120. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether the request may read the metrics. Without a token only a caller on this machine may, and not through a proxy
 * on this machine.
 */
function mayRead({ headers, ip, socket }: FastifyRequest, token: string | null): boolean {
  if (token !== null) return timingSafeEqual(hashOf(headers.authorization ?? ''), hashOf(`Bearer ${token}`));
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && isLoopback(ip) && isLoopback(socket.remoteAddress ?? '');
}

/** The result of a sign-in, by its status. */
const signInResult = (status: number) => (status < 300 ? 'signed_in' : status === 429 ? 'limited' : 'refused');

/** Counts the requests, and measures how long each takes. */
function countRequests(app: FastifyInstance, registers: Registry[]): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const refusals = new Counter({
    name: 'field_sales_refusals_total',
    help: 'Responses of 400 and above, by status',
    labelNames: ['status'],
    registers,
  });
  const recorded = new Counter({
    name: 'field_sales_recorded_responses_total',
    help: 'Repeated writes that got the recorded response',
    registers,
  });
  const replayed = new Counter({
    name: 'field_sales_replayed_writes_total',
    help: 'Writes that a device sent from its queue, by status',
    labelNames: ['status'],
    registers,
  });
  const signIns = new Counter({
    name: 'field_sales_sign_ins_total',
    help: 'Sign-ins by result: signed_in, refused, limited',
    labelNames: ['result'],
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status } = reply;
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    if (status >= 400) refusals.inc({ status });
    if (request.isRepeat) recorded.inc();
    if (request.isFromQueue) replayed.inc({ status });
    if (request.accountTried !== null) signIns.inc({ result: signInResult(status) });
  });
}

function showQueues(registers: Registry[], { replays, connections }: Omit<MetricsParts, 'token'>): void {
  new Gauge({
    name: 'field_sales_replays',
    help: 'Writes from the queues of devices: running, and waiting their turn',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'running' }, replays.running);
      this.set({ state: 'waiting' }, replays.waiting);
    },
  });
  new Counter({
    name: 'field_sales_replays_refused_total',
    help: 'Writes from the queues of devices that were refused: too many waited, or the wait would have been too long',
    registers,
    collect() {
      this.reset();
      this.inc(replays.refused);
    },
  });
  new Gauge({
    name: 'field_sales_database_connections',
    help: 'Connections of each pool: open, idle, and requests that wait for one; none with the embedded database',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, open, idle, waiting } of connections()) {
        this.set({ pool, state: 'open' }, open);
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
}

/** Adds `app.metrics` and `GET /metrics` in the Prometheus text format. Other callers get 404. */
export function addMetrics(app: FastifyInstance, { token, ...queues }: MetricsParts): void {
  const registry = new Registry();
  app.decorate('metrics', registry);
  countRequests(app, [registry]);
  showQueues([registry], queues);
  app.get(METRICS_PATH, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    if (!mayRead(request, token)) {
      return reply.code(404).send({ error: messages.nothingHere } satisfies ErrorResponse);
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
