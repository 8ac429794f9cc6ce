import { type ReactNode, useState } from 'react';
import { Badge } from './Badge';
import { Button } from './Button';
import { ButtonLink } from './ButtonLink';
import { Card } from './Card';
import { ConfirmDialog } from './ConfirmDialog';
import { Form, FormActions, FormPart } from './Form';
import { FormError, type FormFailure } from './FormError';
import { Notice } from './Notice';
import { Page } from './Page';
import { PageHeader } from './PageHeader';

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
  busy: boolean;
  /** Set when another user changed the record meanwhile; `null` otherwise. */
  conflict: { text: string; sendMine: () => void; takeTheirs: () => void } | null;
  onSubmit: () => void;
  onSetActive: (active: boolean) => void;
  /** The fields. */
  children: ReactNode;
  /** The content below the form. */
  more?: ReactNode;
}

function Conflict({ conflict, busy }: Pick<EditPageProps, 'conflict' | 'busy'>) {
  if (!conflict) return null;
  return (
    <Notice kind="warning">
      {conflict.text} What you typed is not saved yet.
      <FormActions>
        <Button disabled={busy} onClick={conflict.sendMine}>
          Save mine
        </Button>
        <Button disabled={busy} onClick={conflict.takeTheirs}>
          Show theirs
        </Button>
      </FormActions>
    </Notice>
  );
}

/** Deactivates or activates after a confirmation. */
function ActiveCard(
  props: Pick<EditPageProps, 'name' | 'noun' | 'active' | 'consequence' | 'busy' | 'online' | 'onSetActive'>,
) {
  const { name, noun, active, consequence, busy, online, onSetActive } = props;
  const [asking, setAsking] = useState(false);
  const verb = active ? 'Deactivate' : 'Activate';
  const meaning = active
    ? `${consequence} Deliveries, visits and reports of the past stay as they are, and what was captured before is still taken.`
    : `This ${noun} can be chosen again.`;
  return (
    <Card title={active ? `Deactivate this ${noun}` : `This ${noun} is inactive`}>
      <p>{meaning}</p>
      <FormActions>
        <Button variant={active ? 'danger' : 'secondary'} disabled={busy || !online} onClick={() => setAsking(true)}>
          {verb}
        </Button>
      </FormActions>
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
        {meaning}
      </ConfirmDialog>
    </Card>
  );
}

/** The page of a form that edits an item, a location or a box and returns to its list. */
export function EditPage(props: EditPageProps) {
  const { title, list, active, online, error, busy, conflict, onSubmit, children, more } = props;
  return (
    <Page narrow>
      <PageHeader title={title} subtitle={active ? null : <Badge tone="neutral">Inactive</Badge>} back={list} />
      <Card>
        <Form onSubmit={onSubmit}>
          <FormPart sending={busy}>{children}</FormPart>
          <Conflict conflict={conflict} busy={busy} />
          <FormError error={error} />
          <FormActions>
            <Button type="submit" variant="primary" busy={busy} busyText="Saving…">
              Save changes
            </Button>
            <ButtonLink to={list.to}>Cancel</ButtonLink>
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
