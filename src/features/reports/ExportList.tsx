import Download from 'lucide-react/icons/download';
import type { ExportQuery } from '../../contract/exports';
import { EXPORT_NAMES, type ExportName } from '../../domain/exportFiles';
import { useDownloadProgress } from '../../state/reports/download';
import { Button } from '../../ui/Button';
import { SavedFile } from '../../ui/SavedFile';
import styles from './ExportList.module.css';
import { useExport } from './useExport';

const FILES: Record<ExportName, { title: string; holds: string }> = {
  'delivery-lines': { title: 'Delivery lines', holds: 'One row per line: item, quantity, unit price, line total' },
  deliveries: { title: 'Deliveries', holds: 'One row per delivery: box, number of lines, total, outcome and note' },
  'items-summary': { title: 'Items summary', holds: 'One row per item: quantity, deliveries, amount' },
  reps: { title: 'Reps', holds: 'One row per rep: visits, deliveries, total' },
  'location-history': { title: 'Location history', holds: 'One row per visit of the location chosen above' },
};

function progressText(bytes: number): string {
  return bytes === 0 ? 'Preparing…' : `${(bytes / 1_000_000).toFixed(1)} MB so far…`;
}

/** The downloads, one at a time. The button of a running download shows its progress. */
export function ExportList({ query, disabled }: { query: ExportQuery; disabled: boolean }) {
  const { download, saved } = useExport(query);
  const progress = useDownloadProgress();
  return (
    <>
      <ul className={styles.list}>
        {EXPORT_NAMES.map((name) => (
          <li key={name} className={styles.file}>
            <p>{FILES[name].holds}</p>
            <Button
              icon={<Download aria-hidden />}
              busy={progress?.name === name}
              busyText={progressText(progress?.bytes ?? 0)}
              disabled={disabled || progress !== null}
              onClick={() => void download(name)}
            >
              {FILES[name].title}
            </Button>
          </li>
        ))}
      </ul>
      <SavedFile saved={saved} className={styles.saved} />
    </>
  );
}
