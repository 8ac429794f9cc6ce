import type { ReactNode } from 'react';
import { Button } from './Button';
import { ButtonLink } from './ButtonLink';
import { Card } from './Card';
import { DraftNotice, type RestorableDraftView } from './DraftNotice';
import { Form, FormActions, FormPart } from './Form';
import { FormError, type FormFailure } from './FormError';
import { Notice } from './Notice';
import { Page } from './Page';
import { PageHeader } from './PageHeader';
import { type Recorded, RecordedNotice } from './RecordedNotice';

interface CreatePageProps {
  title: string;
  /** The list that will contain the new record. Back and Cancel open it. */
  list: { to: string; label: string };
  /** The action as a noun, such as "Creating an item": the page says that it needs a connection. */
  action: string;
  online: boolean;
  /** The draft of an earlier opening; `null` for none. */
  restorable: RestorableDraftView | null;
  /** Why the submit failed; `null` for no error. */
  error: FormFailure | null;
  busy: boolean;
  recorded: Recorded | null;
  onSubmit: () => void;
  onCancel: () => void;
  /** The fields. */
  children: ReactNode;
}

/** The page of a form that creates a record and returns to its list. */
export function CreatePage(props: CreatePageProps) {
  const { title, list, action, online, restorable, error, busy, recorded, onSubmit, onCancel, children } = props;
  return (
    <Page narrow>
      <PageHeader title={title} back={list} />
      <DraftNotice restorable={busy ? null : restorable} />
      <Card>
        <Form onSubmit={onSubmit}>
          <FormPart sending={busy}>{children}</FormPart>
          <RecordedNotice recorded={recorded} />
          <FormError error={error} />
          <FormActions>
            <Button type="submit" variant="primary" busy={busy} busyText="Creating…">
              Create
            </Button>
            <ButtonLink to={list.to} onClick={onCancel}>
              Cancel
            </ButtonLink>
          </FormActions>
        </Form>
      </Card>
      {/* Below the form, so that the form does not move when the connection is lost. */}
      {online ? null : <Notice>{action} needs a connection. What you type stays on this device.</Notice>}
    </Page>
  );
}
