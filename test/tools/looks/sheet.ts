import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One picture, and what was measured on it. */
export interface Picture {
  screen: string;
  state: string;
  size: string;
  scheme: string;
  /** Its name in the output folder. */
  file: string;
  faults: string[];
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function figure({ screen, state, size, scheme, file, faults }: Picture): string {
  const title = escaped(`${screen} · ${state} · ${size} · ${scheme}`);
  const list = faults.map((fault) => `<li>${escaped(fault)}</li>`).join('');
  return `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${title}"></a>
<figcaption>${title}<ul>${list}</ul></figcaption></figure>`;
}

/** All pictures on one page, index.html in their folder. */
export async function writeSheet(folder: string, pictures: readonly Picture[]): Promise<void> {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Looks</title><style>
body { font: 13px system-ui, sans-serif; display: flex; flex-wrap: wrap; gap: 16px; align-items: start; background: #888 }
figure { margin: 0; width: 260px; background: white } img { width: 100%; display: block }
figcaption { padding: 4px 8px } ul { margin: 0; padding-left: 16px; color: #a00 }</style>
${pictures.map(figure).join('\n')}</html>`;
  await writeFile(join(folder, 'index.html'), html);
}

/** What was found, each finding once with the pictures that show it, as lines of a table. */
export function findings(pictures: readonly Picture[]): string[] {
  const byFault = new Map<string, string[]>();
  for (const { screen, state, size, scheme, faults } of pictures) {
    for (const fault of faults) {
      const key = `${screen}: ${fault}`;
      byFault.set(key, [...(byFault.get(key) ?? []), `${state} ${size} ${scheme}`]);
    }
  }
  return [...byFault].map(([fault, seen]) => {
    const more = seen.length > 2 ? `, and ${seen.length - 2} more` : '';
    return `${fault}  [${seen.slice(0, 2).join(', ')}${more}]`;
  });
}
