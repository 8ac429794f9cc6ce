import { useEffect, useState } from 'react';
import { type ApiError, errorMessage } from '../../api/client/errors';
import type { ExportQuery } from '../../contract/exports';
import { ERROR_BODY_QUOTE_CHARS } from '../../domain/constants';
import { isoDay } from '../../domain/dates';
import { type ExportName, exportFileName, validateExport } from '../../domain/exportFiles';
import { messages } from '../../domain/messages';
import { screenMessages } from '../../domain/screenMessages';
import { useShowAlert, useDismissAlert } from '../../state/alerts/alerts';
import { useDownload } from '../../state/reports/download';
import { saveHeldFile } from '../../ui/saveFile';

/** 'Export failed ({status}): ' and 160 characters of the response (spec §8); without a response, the reason. */
function exportFailedText(failure: ApiError | null): string {
  if (failure?.kind !== 'http')
    return screenMessages.exportFailedBecause(failure ? errorMessage(failure) : messages.noConnection);
  return screenMessages.exportFailed(failure.status, failure.body.slice(0, ERROR_BODY_QUOTE_CHARS));
}

const ACTION = 'export';

/** Fetches the file of an export and saves it. An alert says why it failed. */
export function useExport(query: ExportQuery): {
  download: (name: ExportName) => Promise<void>;
  /** The name of the file saved last. */
  saved: string | null;
} {
  const fetchFile = useDownload();
  const showAlert = useShowAlert(ACTION);
  const dismiss = useDismissAlert();
  const [saved, setSaved] = useState<string | null>(null);
  const filters = JSON.stringify(query);
  // The alert is about the filters of that download.
  useEffect(() => dismiss(ACTION), [filters, dismiss]);
  const download = async (name: ExportName) => {
    setSaved(null);
    showAlert(null);
    const refusal = validateExport(name, query);
    if (refusal) {
      showAlert(refusal);
      return;
    }
    const file = await fetchFile(name, query);
    if ('failure' in file) {
      showAlert(exportFailedText(file.failure));
      return;
    }
    const fileName = exportFileName(name, isoDay(new Date()));
    saveHeldFile(fileName, file.url);
    setSaved(fileName);
  };
  return { download, saved };
}
