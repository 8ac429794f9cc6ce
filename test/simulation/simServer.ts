import { asText } from '../../src/api/answers/shape';

/** What a write of the script asks, as the server reads it. */
export interface ServerRequest {
  method: string;
  path: string;
  body: Record<string, unknown>;
  key: string;
  capturedAt: string;
  capturedBy: string;
  ifMatch: string;
  pricesAsOf: string;
}

export interface ServerAnswer {
  status: number;
  json: unknown;
  retryAfterS?: number;
}

export interface VisitRow {
  _id: string;
  user: string;
  location: string;
  outcome: string | null;
  note: string;
  startedAt: string;
  submittedAt: string | null;
}

export interface DeliveryRow {
  _id: string;
  user: string;
  visit: string | null;
  box: string;
  lines: unknown;
  deliveredAt: string;
}

/** One effect: the row that a key left. */
export interface Effect {
  key: string;
  user: string;
  path: string;
  body: Record<string, unknown>;
  answerId: string;
}

const REFUSED_TEXT = 'poison';

/** A server in memory that keeps the contract's promises and nothing else; the checker reads its tables. */
export class SimServer {
  visits: VisitRow[] = [];
  deliveries: DeliveryRow[] = [];
  /** In commit order. */
  effects: Effect[] = [];
  /** Requests that named a thing by a local id: always a fault. */
  leakedLocalIds: string[] = [];
  private answers = new Map<string, { request: string; answer: ServerAnswer }>();
  private ids = 0;

  handle(request: ServerRequest, session: string | null): ServerAnswer {
    if (request.path === '/health') return { status: 200, json: { ok: true, now: '2026-01-05T08:00:00.000Z' } };
    const names = [...request.path.split('/'), request.body.visit].filter((id) => String(id).startsWith('local-'));
    this.leakedLocalIds.push(...names.map(String));
    if (session === null || session !== request.capturedBy) return { status: 401, json: { error: 'Sign in first.' } };
    const slot = `${session} ${request.key}`;
    const asked = JSON.stringify([request.method, request.path, request.body]);
    const known = this.answers.get(slot);
    if (known) return known.request === asked ? known.answer : { status: 422, json: { error: 'The key was used.' } };
    const answer = this.run(request, session);
    if (answer.status < 300) {
      this.answers.set(slot, { request: asked, answer });
      const answerId = String((answer.json as { _id: string })._id);
      this.effects.push({ key: request.key, user: session, path: request.path, body: request.body, answerId });
    }
    return answer;
  }

  private newId(noun: string): string {
    this.ids += 1;
    return `${noun}-${this.ids}`;
  }

  private run({ method, path, body, capturedAt }: ServerRequest, user: string): ServerAnswer {
    if (JSON.stringify(body).includes(REFUSED_TEXT)) return { status: 422, json: { error: 'Refused by a rule.' } };
    const [, noun, id, verb] = path.split('/');
    if (noun === 'visits' && !id) return this.start(String(body.location), user, capturedAt);
    if (noun === 'deliveries' && !id) return this.deliver(body, user, capturedAt);
    if (noun === 'deliveries') {
      const delivery = this.deliveries.find((row) => row._id === id && row.user === user);
      if (!delivery) return { status: 404, json: { error: 'Delivery not found' } };
      delivery.lines = body.lines;
      return { status: 200, json: { ...delivery } };
    }
    const visit = this.visits.find((row) => row._id === id && row.user === user);
    if (!visit) return { status: 404, json: { error: 'Visit not found' } };
    if (verb === 'submit' && visit.submittedAt) return { status: 409, json: { error: 'The visit is submitted.' } };
    if (verb === 'submit') visit.submittedAt = capturedAt;
    if (method === 'PATCH' || verb === 'submit') {
      visit.outcome = asText(body.outcome) || visit.outcome;
      visit.note = asText(body.note) || visit.note;
    }
    return { status: 200, json: { visit: { ...visit }, _id: visit._id } };
  }

  private start(location: string, user: string, capturedAt: string): ServerAnswer {
    const open = this.visits.find((row) => row.user === user && row.location === location && !row.submittedAt);
    if (open) return { status: 200, json: { ...open } };
    const base = { _id: this.newId('v'), user, location, outcome: null, note: '' };
    const visit: VisitRow = { ...base, startedAt: capturedAt, submittedAt: null };
    this.visits.push(visit);
    return { status: 201, json: { ...visit } };
  }

  private deliver(body: Record<string, unknown>, user: string, capturedAt: string): ServerAnswer {
    const visit = body.visit ? this.visits.find((row) => row._id === body.visit && row.user === user) : null;
    if (visit === undefined) return { status: 422, json: { error: 'Visit not found' } };
    if (visit?.submittedAt) return { status: 409, json: { error: 'The visit is submitted.' } };
    const delivery: DeliveryRow = {
      _id: this.newId('d'),
      user,
      visit: visit?._id ?? null,
      box: String(body.box),
      lines: body.lines,
      deliveredAt: capturedAt,
    };
    this.deliveries.push(delivery);
    return { status: 201, json: { ...delivery } };
  }
}
