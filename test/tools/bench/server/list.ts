import { setTimeout } from 'node:timers/promises';
import fastify from 'fastify';
import { countDeliveries } from '../../../../src/server/services/reportQueries';
import { deliveryIdsOfPage } from '../../../../src/server/services/deliveryPages';
import { listDeliveries } from '../../../../src/server/services/deliveryRows';
import { percentile } from '../samples';
import type { Bench, Line } from './bench';
import { compare, inverse, said, timings } from './pairs';

const REQUESTS = 5;
const LISTS = 100;
/** A dashboard is opened that often beside the list. */
const DASHBOARD_EVERY_MS = 250;
const NO_FILTER = { from: null, to: null, location: null, repId: null, repName: null };
const LIST = '/api/deliveries';
const times = async (count: number, work: () => Promise<unknown>) => {
  for (let index = 0; index < count; index += 1) await work();
};

/** What session, access, validation and headers cost a page of the list. */
export async function benchList({ db, get }: Bench): Promise<Line[]> {
  const bare = fastify();
  bare.get(LIST, async () => {
    const ids = await deliveryIdsOfPage(db, { filter: NO_FILTER, limit: 25, offset: 0 });
    const data = await listDeliveries(db, ids);
    return { data, pageInfo: { page: 1, limit: 25, total: await countDeliveries(db, NO_FILTER), hasMore: true } };
  });
  const ours = () => times(REQUESTS, () => get(LIST));
  const theirs = () => times(REQUESTS, () => bare.inject(LIST));
  const control = await compare(theirs, theirs);
  const speed = inverse(await compare(ours, theirs));
  await bare.close();
  return [
    { number: 8, what: 'A/A control', measured: said(control), anchor: 'the same', goal: '0.97–1.03' },
    {
      number: 8,
      what: 'GET /api/deliveries, requests per second of bare Fastify',
      measured: said(speed),
      anchor: 'same SQL, same driver',
      goal: '≥ 0.85',
    },
  ];
}

/** The list while another user opens dashboards and exports a long file. */
export async function benchBusyList({ get, signInAs }: Bench): Promise<Line[]> {
  const list = () => get(LIST);
  const idle = percentile(await timings(LISTS, list), 0.99);
  const getElsewhere = await signInAs('u1');
  let isBusy = true;
  const keepOn = async (urls: readonly string[], pauseMs: number) => {
    while (isBusy) {
      await Promise.all(urls.map(getElsewhere));
      await setTimeout(pauseMs);
    }
  };
  const dashboard = ['items-usage', 'rep-productivity', 'outcomes'].map((call) => `/api/reports/${call}`);
  const others = [keepOn(dashboard, DASHBOARD_EVERY_MS), keepOn(['/api/exports/deliveries.csv'], 0)];
  const busy = percentile(await timings(LISTS, list), 0.99);
  isBusy = false;
  await Promise.all(others);
  const measured = `${(busy / idle).toFixed(2)} (${idle.toFixed(1)} → ${busy.toFixed(1)} ms)`;
  return [{ number: 10, what: 'List p99, busy / idle', measured, anchor: '–', goal: '≤ 1.5' }];
}
