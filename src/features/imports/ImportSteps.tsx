import type { ImportKind } from '../../contract/imports';
import { formatInteger } from '../../domain/wholeNumbers';
import { Button } from '../../ui/Button';
import { ButtonLink } from '../../ui/ButtonLink';
import { Card } from '../../ui/Card';
import { ErrorText } from '../../ui/ErrorText';
import { FormActions } from '../../ui/Form';
import { Notice } from '../../ui/Notice';
import { ProgressBar } from '../../ui/ProgressBar';
import { TextField } from '../../ui/TextField';
import { PreviewTables, summaryOf } from './PreviewTables';
import { useImport } from './useImport';

interface ImportStepsProps {
  kind: ImportKind;
  /** The list that shows what was imported. */
  list: { to: string; label: string };
  online: boolean;
}

const counts = ({ created, updated }: { created: number; updated: number }) =>
  `${formatInteger(created)} added, ${formatInteger(updated)} changed.`;

/** The steps of an import: choose a file, preview it, import it, see the result. */
export function ImportSteps({ kind, list, online }: ImportStepsProps) {
  const { step, error, choose, start, resume, again } = useImport(kind);
  if (step.at === 'choosing' || step.at === 'reading') {
    return (
      <Card title="File">
        <TextField
          label="CSV file"
          type="file"
          accept=".csv,text/csv"
          disabled={!online || step.at === 'reading'}
          hint={step.at === 'reading' ? 'Reading the file…' : 'Nothing is imported before you have seen what it does.'}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // Without this the same file could not be chosen again after a correction.
            event.target.value = '';
            if (file) choose(file);
          }}
        />
        {error ? <ErrorText text={error} /> : null}
      </Card>
    );
  }
  if (step.at === 'importing') {
    const { done, total, failed } = step;
    return (
      <Card title="Importing">
        <ProgressBar
          text={`${formatInteger(done)} of ${formatInteger(total)} rows imported`}
          value={done}
          max={total}
        />
        {failed === null ? null : (
          <>
            <ErrorText text={`${failed} What was imported so far stays: ${counts(step)}`} />
            <FormActions>
              <Button variant="primary" disabled={!resume} onClick={resume ?? undefined}>
                Continue with the rest
              </Button>
              <Button onClick={again}>Choose another file</Button>
            </FormActions>
          </>
        )}
      </Card>
    );
  }
  if (step.at === 'done') {
    return (
      <>
        <Notice kind="success">Imported: {counts(step)}</Notice>
        <FormActions>
          <ButtonLink variant="primary" to={list.to}>
            {list.label}
          </ButtonLink>
          <Button onClick={again}>Import another file</Button>
        </FormActions>
        <PreviewTables rows={step.left} />
      </>
    );
  }
  const accepted = step.rows.filter(({ effect }) => effect === 'new' || effect === 'changed').length;
  return (
    <>
      <Card title="What the file does">
        <p role="status">{summaryOf(step.rows)}</p>
        <p>{accepted > 0 ? 'Refused rows are left out.' : 'There is nothing to import.'}</p>
        <FormActions>
          {accepted > 0 ? (
            <Button variant="primary" disabled={!online} onClick={start}>
              Import {formatInteger(accepted)} {accepted === 1 ? 'row' : 'rows'}
            </Button>
          ) : null}
          <Button onClick={again}>Choose another file</Button>
        </FormActions>
      </Card>
      <PreviewTables rows={step.rows} />
    </>
  );
}
