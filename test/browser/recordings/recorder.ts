import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { paths } from '../../../src/paths';
import { RECORDER_SETTINGS_KEY } from '../../../src/recording/core/recordingFlag';
import { expect } from '../appTest';

/** Has this tab recorded from its next start on, as a person does. */
export async function startRecording(page: Page, title: string): Promise<void> {
  await page.goto(paths.recordings());
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect(page.getByRole('button', { name: 'Stop recording' })).toBeVisible();
}

/** Stops the recording of this tab and downloads it; gives the file's text. */
export async function stopRecording(page: Page): Promise<string> {
  await page.goto(paths.recordings());
  const stop = page.getByRole('button', { name: 'Stop recording' });
  await expect(stop).toBeVisible();
  const { id } = await page.evaluate(
    (key) => JSON.parse(sessionStorage.getItem(key) ?? '') as { id: string },
    RECORDER_SETTINGS_KEY,
  );
  await stop.click();
  // Those of other tabs may be in the list too.
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="${paths.recordings({ open: id })}"]`) });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: 'Download' }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}
