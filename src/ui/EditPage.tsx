import { type MouseEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { Badge } from './Badge';
import { Button } from './Button';
import { ButtonLink } from './ButtonLink';
import { Card } from './Card';
import { ConfirmDialog } from './ConfirmDialog';
import { ConflictGroup } from './ConflictGroup';
import { DraftNotice, type RestorableDraftView } from './DraftNotice';
import { Form, FormActions, FormPart } from './Form';
import { FormError, type FormFailure } from './FormError';
import { Notice } from './Notice';
import { Page } from './Page';
import { PageHeader } from './PageHeader';

/** Another user changed the record meanwhile, so that an action was refused. */
interface Conflict {
  action: 'save' | 'activate' | 'deactivate';
  text: string;
  sendMine: () => void;
  takeTheirs: () => void;
}

interface EditPageProps {
  title: string;
  list: { to: string; label: string };
  /** The name of the edited record, and its kind, such as "item". */
  name: string;
  noun: string;
  active: boolean;
  /** The effect of deactivating it. The page adds that earlier data does not change. */
  consequence: string;
  online: boolean;
  error: FormFailure | null;
  /** The draft of an earlier opening of the form. */
  restorable: RestorableDraftView | null;
  /** Drops what was typed. */
  onCancel: () => void;
  busy: boolean;
  /** true: the form differs from the record that it shows. */
  unsaved: boolean;
  conflict: Conflict | null;
  onSubmit: () => void;
  onSetActive: (active: boolean) => void;
  /** The fields. */
  children: ReactNode;
  /** The content below the form. */
  more?: ReactNode;
}

const SEND_MINE = { save: 'Save mine', activate: 'Activate anyway', deactivate: 'Deactivate anyway' };

/** Offers the choice after a refused action. `children` says what happens to the form. */
function ConflictChoice({ conflict, children }: { conflict: Conflict; children: ReactNode }) {
  /** Focuses the first invalid field of the form around the button, because of which nothing was sent. */
  const sendMine = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    flushSync(conflict.sendMine);
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <ConflictGroup
      reason={conflict.text}
      takesFocus
      actions={
        <>
          <Button onClick={sendMine}>{SEND_MINE[conflict.action]}</Button>
          <Button onClick={conflict.takeTheirs}>Show theirs</Button>
        </>
      }
    >
      {children}
    </ConflictGroup>
  );
}

/** Deactivates or activates after a confirmation. */
function ActiveCard(props: EditPageProps) {
  const { name, noun, active, consequence, busy, online, unsaved, conflict, onSetActive } = props;
  const [asking, setAsking] = useState(false);
  const verb = active ? 'Deactivate' : 'Activate';
  const meaning = active
    ? `${consequence} Deliveries, visits and reports of the past stay as they are, and what was captured before is still taken.`
    : `This ${noun} can be chosen again.`;
  const loss = unsaved ? <p>Your unsaved changes above will be lost.</p> : null;
  return (
    <Card title={active ? `Deactivate this ${noun}` : `This ${noun} is inactive`}>
      <p>{meaning}</p>
      {conflict && conflict.action !== 'save' ? (
        <ConflictChoice conflict={conflict}>{loss}</ConflictChoice>
      ) : (
        <FormActions>
          <Button variant={active ? 'danger' : 'secondary'} disabled={busy || !online} onClick={() => setAsking(true)}>
            {verb}
          </Button>
        </FormActions>
      )}
      <ConfirmDialog
        open={asking}
        title={`${verb} ${name}?`}
        confirmText={verb}
        danger={active}
        onConfirm={() => {
          setAsking(false);
          onSetActive(!active);
        }}
        onCancel={() => setAsking(false)}
      >
        <p>{meaning}</p>
        {loss}
      </ConfirmDialog>
    </Card>
  );
}

/** The page of a form that edits an item, a location or a box and returns to its list. */
export function EditPage(props: EditPageProps) {
  const { title, list, active, online, error, restorable, busy, conflict, onSubmit, onCancel, children, more } = props;
  return (
    <Page narrow>
      <PageHeader title={title} subtitle={active ? null : <Badge tone="neutral">Inactive</Badge>} back={list} />
      <Card>
        <Form onSubmit={onSubmit}>
          <DraftNotice restorable={restorable} />
          <FormPart sending={busy}>{children}</FormPart>
          {conflict?.action === 'save' ? (
            <ConflictChoice conflict={conflict}>
              <p>What you typed is not saved yet.</p>
            </ConflictChoice>
          ) : null}
          <FormError error={error} />
          <FormActions>
            {conflict?.action === 'save' ? null : (
              <Button type="submit" variant="primary" busy={busy} busyText="Saving…">
                Save changes
              </Button>
            )}
            <ButtonLink to={list.to} onClick={onCancel}>
              Cancel
            </ButtonLink>
          </FormActions>
        </Form>
      </Card>
      {more}
      <ActiveCard {...props} />
      {/* Below everything else, so that nothing moves when the connection is lost. */}
      {online ? null : <Notice>Changes here need a connection.</Notice>}
    </Page>
  );
}
