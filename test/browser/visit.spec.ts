import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { VISIT_CSV_COLUMNS } from '../../src/domain/visitCsv';
import { paths } from '../../src/paths';
import { expectNoAxeViolations } from './axe';
import { ADA, COLA, SOUTH, TEA, WATER } from './fixture/fixtures';
import { expect, test } from './fixture/fixtureTest';
import type { EnteredLine } from './rep/rep';

/** What goes into each box, what it comes to by hand, in dollars. */
const REFILLS: { box: string; lines: EnteredLine[]; total: string }[] = [
  { box: 'Box 1', lines: [{ item: COLA.name, packaging: 'each', quantity: 5 }], total: '6.25' },
  {
    box: 'Box 2',
    lines: [
      { item: WATER.name, packaging: 'case', quantity: 1.5 },
      { item: TEA.name, packaging: 'each', quantity: 2 },
    ],
    // 25.485 rounds up to 25.49, and 4.66.
    total: '30.15',
  },
  // 6.175 rounds up.
  { box: 'Box 3', lines: [{ item: TEA.name, packaging: 'case', quantity: 0.5 }], total: '6.18' },
];
const GRAND_TOTAL = '$42.58';
const NOTE = 'Left at the counter; "ask for Sam"';

test('a rep signs in, visits, refills, submits and reads the visit as a file; axe finds nothing on the way', async ({
  ada,
  page,
}) => {
  await page.goto(paths.login());
  await expectNoAxeViolations(page);
  await ada.signIn(ADA);
  await expectNoAxeViolations(page);
  await page.goto(paths.locations());
  await expect(page.getByRole('article', { name: SOUTH.name })).toBeVisible();
  await expectNoAxeViolations(page);

  const visit = await ada.openVisit(SOUTH.name);
  await expect(page.getByRole('radio', { name: 'completed' })).toBeDisabled();
  await expectNoAxeViolations(page);
  for (const { box, lines, total } of REFILLS) {
    await ada.openBox(box);
    for (const line of lines) await ada.addItem(line);
    await expect(page.getByText(`· $${total}`)).toBeVisible();
    await expectNoAxeViolations(page);
    expect(await ada.submitBox()).toBe('sent');
    await expect(page.getByText('Delivery recorded ✅')).toBeVisible();
  }
  await expectNoAxeViolations(page);
  expect(await ada.submitVisit('completed', NOTE)).toBe('sent');
  await expect(page.getByText('Visit submitted ✅')).toBeVisible();
  await expectNoAxeViolations(page);

  await page.goto(paths.visitDetails(visit));
  await expect(page.getByText(GRAND_TOTAL)).toBeVisible();
  await expectNoAxeViolations(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Lines (CSV)' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
  expect(Object.keys(rows[0] ?? {})).toEqual(VISIT_CSV_COLUMNS.map(({ header }) => header));
  const expected = REFILLS.flatMap(({ box, lines, total }) =>
    lines.map(({ item, packaging, quantity }) => [box, item, packaging, `${quantity}`, total, 'completed', NOTE]),
  );
  const read = rows.map((row) => [
    row.BoxLabel,
    row.ItemName,
    row.Packaging,
    row.Qty,
    row.DeliveryTotal,
    row.Outcome,
    row.Note,
  ]);
  const byText = (lines: unknown[][]) => lines.map((line) => line.join(' | ')).sort((a, b) => a.localeCompare(b));
  expect(byText(read)).toEqual(byText(expected));

  await page.getByRole('link', { name: 'view box' }).first().click();
  await expect(
    page.getByRole('columnheader', { name: 'Unit Price' }).or(page.getByText('Unit Price')).first(),
  ).toBeAttached();
  await expectNoAxeViolations(page);
  await page.goBack();
  await page.getByRole('link', { name: 'Edit' }).first().click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  await expectNoAxeViolations(page);
});
