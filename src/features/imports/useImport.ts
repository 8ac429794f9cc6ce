import { useState } from 'react';
import { catalogueApi } from '../../api/catalogueApi';
import { type ApiError, asApiError, errorMessage } from '../../api/client/errors';
import type { ImportKind, PreviewRow } from '../../contract/imports';
import { IMPORT_CHARS_MAX } from '../../domain/constants';
import { formatInteger, pluralize } from '../../domain/wholeNumbers';
import { newWriteId } from '../../state/drafts/drafts';
import { useNavigateIfStillHere } from '../../state/drafts/useNavigateIfStillHere';
import { useAppDispatch } from '../../state/root/hooks';
import { importParts } from './importParts';

/** The state of the import. */
export type ImportStep =
  | { at: 'choosing' }
  | { at: 'reading' }
  | { at: 'shown'; rows: PreviewRow[]; content: string }
  /** `done` of `total` rows are imported. `failed`: why it stopped. */
  | { at: 'importing'; done: number; total: number; created: number; updated: number; failed: string | null }
  | { at: 'done'; created: number; updated: number; left: PreviewRow[] };

const TOO_LONG = `The file has more than ${formatInteger(IMPORT_CHARS_MAX)} characters. Split it, or use the command of the server.`;
const NOT_UTF8 = 'The file is not in UTF-8. Save it as “CSV UTF-8” and choose it again.';

/** The text of a file, or the error. */
async function textOf(file: File): Promise<{ text: string } | { wrong: string }> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.length > IMPORT_CHARS_MAX ? { wrong: TOO_LONG } : { text };
  } catch {
    return { wrong: NOT_UTF8 };
  }
}

function failureText(failure: ApiError): string {
  const isMissing = failure.kind === 'http' && (failure.status === 404 || failure.status === 405);
  return isMissing ? 'This server does not import files.' : errorMessage(failure);
}

/**
 * Previews a file and imports it part by part. A failed part is sent again with the same write id, so that no part is
 * imported twice.
 */
export function useImport(kind: ImportKind) {
  const dispatch = useAppDispatch();
  const [preview] = catalogueApi.usePreviewImportMutation();
  const [importFile] = catalogueApi.useImportFileMutation();
  const [step, setStep] = useState<ImportStep>({ at: 'choosing' });
  const [error, setError] = useState<string | null>(null);
  const { showErrorIfMounted } = useNavigateIfStillHere();
  const [resume, setResume] = useState<(() => void) | null>(null);

  const choose = async (file: File) => {
    setError(null);
    setStep({ at: 'reading' });
    const read = await textOf(file);
    const response = 'text' in read ? await preview({ kind, content: read.text }) : null;
    const failure = asApiError(response?.error);
    const wrong = 'wrong' in read ? read.wrong : failure && failureText(failure);
    if (wrong === null && response?.data && 'text' in read) {
      return setStep({ at: 'shown', rows: response.data.rows, content: read.text });
    }
    setError(wrong);
    setStep({ at: 'choosing' });
  };

  const run = async (content: string, rows: PreviewRow[]) => {
    const parts = importParts(content, rows).map((part) => ({ ...part, writeId: dispatch(newWriteId()) }));
    const total = parts.reduce((sum, part) => sum + part.rows, 0);
    const sum = { created: 0, updated: 0 };
    const sendFrom = async (index: number, before: number): Promise<void> => {
      let done = before;
      setResume(null);
      setStep({ at: 'importing', done, total, ...sum, failed: null });
      for (const [offset, part] of parts.slice(index).entries()) {
        const body = { kind, content: part.content };
        const { data, error: refusal } = await importFile({ writeId: part.writeId, body });
        const failure = asApiError(refusal);
        if (failure || !data) {
          const failed = failure ? failureText(failure) : '';
          const stopped = `The import stopped after ${pluralize(done, 'row')} of ${total}. ${failed}`;
          return showErrorIfMounted(stopped, () => {
            setResume(() => () => void sendFrom(index + offset, done));
            setStep({ at: 'importing', done, total, ...sum, failed });
          });
        }
        sum.created += data.created;
        sum.updated += data.updated;
        done += part.rows;
        setStep({ at: 'importing', done, total, ...sum, failed: null });
      }
      setStep({ at: 'done', ...sum, left: rows.filter(({ effect }) => effect === 'refused') });
    };
    await sendFrom(0, 0);
  };

  return {
    step,
    error,
    choose: (file: File) => void choose(file),
    start: () => step.at === 'shown' && void run(step.content, step.rows),
    resume,
    again: () => setStep({ at: 'choosing' }),
  };
}
