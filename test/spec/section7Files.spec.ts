import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { isoDay } from '../../src/domain/dates';
import { paths } from '../../src/paths';
import { ADA, CLEO, COLA, EAST, NORTH, TEA, WATER } from '../browser/fixture/fixtures';
import { ofCall, type SeenRequest } from '../browser/proxy/seenRequests';
import { faults } from '../browser/proxy/faults';
import { expectAlert, openInApp } from './assertions';
import { expect, proves, test } from './specTest';

/** The files of spec §7, as they are saved. */

const queryOf = ({ url }: SeenRequest) => Object.fromEntries(new URL(url, 'http://any').searchParams);

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

const rowsOf = (text: string) => parse(text, { bom: true }) as string[][];

test('§7 CSV exports', async ({ page, signedIn, fixture, network }) => {
  const day = isoDay(new Date());
  await fixture.visit(NORTH, { boxes: [0], outcome: 'partial' });
  await signedIn(CLEO);
  await page.goto(paths.reports());
  await proves(['S7.exports.2', 'S7.exports.7', 'S7.exports.1'], async () => {
    const lines = await saved(page, 'Delivery lines');
    expect(lines.name).toBe(`delivery-lines_${day}.csv`);
    expect(rowsOf(lines.text)).toHaveLength(2);
    expect((await saved(page, 'Deliveries')).name).toBe(`deliveries_${day}.csv`);
    expect(network.seen.filter(ofCall('exportDeliveries')).map(queryOf)).toEqual([
      { mode: 'lines' },
      { mode: 'deliveries' },
    ]);
  });
  const filters = {
    from: '2026-01-02T00:00:00.000Z',
    to: expect.stringMatching(/T23:59:59\.999Z$/) as unknown,
    location: fixture.locationId(NORTH),
    repName: 'ada',
    repId: fixture.userId(ADA),
  };
  await page.getByLabel('From', { exact: true }).fill('2026-01-02');
  await page.getByLabel('To', { exact: true }).fill(day);
  await page.getByRole('combobox', { name: 'Location' }).selectOption({ label: NORTH.name });
  await page.getByRole('combobox', { name: 'Rep', exact: true }).selectOption(fixture.userId(ADA));
  await page.getByLabel('Rep name contains').fill('ada');
  await expect(page).toHaveURL(/repName=ada/);
  await proves(['S7.exports.3', 'S7.exports.6', 'S1.2'], async () => {
    expect((await saved(page, 'Items summary')).name).toBe(`items-summary_${day}.csv`);
    expect(queryOf(await network.sees(ofCall('exportItemsSummary')))).toEqual(filters);
  });
  await proves(['S7.exports.4', 'S7.exports.6'], async () => {
    expect((await saved(page, 'Reps')).name).toBe(`reps_${day}.csv`);
    expect(queryOf(await network.sees(ofCall('exportReps')))).toEqual(filters);
  });
  await proves(['S7.exports.5', 'S7.exports.1'], async () => {
    const history = await saved(page, 'Location history');
    expect(history.name).toBe(`location-history_${day}.csv`);
    expect(rowsOf(history.text)).toHaveLength(2);
    expect(queryOf(await network.sees(ofCall('exportLocationHistory')))).toEqual(filters);
  });
});

test('§7 client-side visit CSV', async ({ page, signedIn, fixture, network }) => {
  const lines = [{ item: WATER, quantity: 1.5, packaging: 'case' }, { item: COLA }];
  const note = 'first line\nsecond line';
  const visit = await fixture.visit(NORTH, { boxes: [0, 2], lines, outcome: 'partial', note });
  const [full, emptied] = visit.deliveries;
  await (await fixture.apiClient(CLEO)).patch(`/deliveries/${emptied?._id}`, { lines: [] });
  await signedIn(ADA);
  await page.goto(paths.visitDetails(visit._id));
  await expect(page.getByRole('link', { name: 'Edit' }).first()).toBeVisible();
  const file = await saved(page, 'Export Lines (CSV)');
  const [head, ...rows] = rowsOf(file.text);
  await proves('S7.visitCsv.1', async () => {
    expect(file.name).toBe(`visit_${visit._id}_North-Market_${isoDay(new Date())}.csv`);
    expect(network.seen.filter(({ url }) => url.includes('/exports/'))).toHaveLength(0);
  });
  await proves('S7.visitCsv.2', async () => {
    expect(head?.join(', ')).toBe(
      'Date, Location, Address, Rep, VisitId, DeliveryId, BoxLabel, BoxSize, ItemName, Packaging, Qty, UnitPrice, LineTotal, DeliveryTotal, Outcome, Note',
    );
  });
  const ofDelivery = (id: string | undefined) => rows.filter((row) => row[5] === id).map((row) => row.slice(1));
  const common = ['North Market', '1 North St, Ames, IA 50010', ADA.name, visit._id];
  await proves(['S7.visitCsv.3', 'S7.visitCsv.4', 'S7.visitCsv.5'], async () => {
    const end = ['partial', 'first line second line'];
    expect(ofDelivery(full?._id)).toEqual([
      [...common, full?._id, 'Box 1', 'S', 'Water', 'case', '1.5', '16.99', '25.49', '27.99', ...end],
      [...common, full?._id, 'Box 1', 'S', 'Cola', 'each', '2', '1.25', '2.50', '27.99', ...end],
    ]);
    expect(ofDelivery(emptied?._id)).toEqual([
      [...common, emptied?._id, 'Box 3', 'L', '', '', '', '', '', '0.00', ...end],
    ]);
  });
  await proves('S5.24', async () => {
    const empty = await fixture.visit(EAST, { lines: [{ item: TEA }] });
    await openInApp(page, paths.visitDetails(empty._id));
    await expect(page.getByText('No deliveries yet for this visit.')).toBeVisible();
    await page.getByRole('button', { name: 'Export Lines (CSV)' }).click();
    await expectAlert(page, 'No deliveries for this visit');
    network.meet(ofCall('getVisit'), faults.serverError);
    await openInApp(page, paths.visitDetails('unknown'));
    await page.getByRole('button', { name: 'Export Lines (CSV)' }).click();
    await expectAlert(page, 'Visit not loaded');
  });
});
