import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { paths } from '../../../src/paths';
import { expect } from '../appTest';

/** Has this tab recorded from its next start on, as a person does. */
export async function startRecording(page: Page, title: string): Promise<void> {
  await page.goto(paths.recordings());
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect(page.getByRole('button', { name: 'Stop recording' })).toBeVisible();
}

/** Stops the recording and downloads it; gives the file's text. */
export async function stopRecording(page: Page): Promise<string> {
  await page.goto(paths.recordings());
  await page.getByRole('button', { name: 'Stop recording' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).first().click(),
  ]);
  return readFile(await download.path(), 'utf8');
}
