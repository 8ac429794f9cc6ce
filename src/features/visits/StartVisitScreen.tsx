import { type FormEvent, useState } from 'react';
import { validateStartVisit } from '../../domain/visitFormRules';
import { paths } from '../../paths';
import { useShowAlert } from '../../state/alerts/alerts';
import { useNavigateIfStillHere } from '../../state/drafts/useNavigateIfStillHere';
import { useLocationChoice } from '../../state/reads/useLocationChoice';
import { useStartVisit } from '../../state/visits/startVisit';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { ErrorText } from '../../ui/ErrorText';
import { FormError, useFormError } from '../../ui/FormError';
import { LocationsError } from '../../ui/LocationsError';
import { NamedOptions } from '../../ui/NamedOptions';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { CachedAtNote } from '../../ui/CachedAtNote';
import { SelectField } from '../../ui/SelectField';
import { useGoBack } from '../../ui/useGoBack';
import { useStartableReps } from './useStartableReps';
import styles from './VisitForm.module.css';

/** Start Visit (spec §2): a rep and a location, then the visit opens. */
export function StartVisitScreen() {
  const startable = useStartableReps();
  const { reps } = startable;
  const { location, choose, offered, read } = useLocationChoice();
  const [chosenRep, setRep] = useState<string | null>(null);
  const [error, setError] = useFormError();
  const { start: startVisit, starting } = useStartVisit();
  const showAlert = useShowAlert('start');
  const { navigateAfter, showErrorIfMounted } = useNavigateIfStillHere();
  const goBack = useGoBack(paths.locations());
  // If there is only one rep, they are chosen. A rep who is not offered any more counts as not chosen.
  const only = chosenRep === null && reps.length === 1 ? reps[0] : undefined;
  const rep = (only ?? reps.find(({ _id }) => _id === chosenRep))?._id ?? '';

  /** What an error says may not be true any more. */
  const clearErrors = (chosen: { rep?: string; location?: string }) => {
    setError(null);
    if (!validateStartVisit(chosen.rep ?? rep, chosen.location ?? location)) showAlert(null);
  };

  const start = async (event: FormEvent) => {
    event.preventDefault();
    if (starting) return;
    showAlert(null);
    setError(null);
    const wrong = validateStartVisit(rep, location);
    if (wrong) return showAlert(wrong);
    const started = await startVisit({ location, rep });
    if ('error' in started) return showErrorIfMounted(started.error, setError);
    await navigateAfter(paths.visit(started.visitId), started.done);
  };

  return (
    <Page narrow>
      <PageHeader title="Start Visit" back={{ onBack: goBack }} />
      <CachedAtNote savedAt={read.savedAt} />
      <LocationsError read={read} />
      {startable.error ? (
        <ErrorText text={startable.error} onRetry={startable.retry} retrying={startable.refreshing} />
      ) : null}
      <Card>
        <form className={styles.form} onSubmit={(event) => void start(event)}>
          <SelectField
            label="Rep"
            value={rep}
            onChange={({ target }) => {
              setRep(target.value);
              clearErrors({ rep: target.value });
            }}
          >
            <option value="">{startable.loading ? 'Loading reps…' : 'Choose a rep…'}</option>
            <NamedOptions records={reps} />
          </SelectField>
          <SelectField
            label="Location"
            value={location}
            disabled={read.loading}
            onChange={({ target }) => {
              choose(target.value);
              clearErrors({ location: target.value });
            }}
          >
            <option value="">{read.loading ? 'Loading locations…' : 'Choose a location…'}</option>
            <NamedOptions records={offered} />
          </SelectField>
          <FormError error={error} />
          <Button type="submit" variant="primary" wide busy={starting} busyText="Starting…">
            Start
          </Button>
        </form>
      </Card>
    </Page>
  );
}
