import type { ReactNode } from 'react';
import { Button } from './Button';
import { ButtonLink } from './ButtonLink';
import { Card } from './Card';
import { DraftNotice, type LeftBehind } from './DraftNotice';
import { Form, FormActions } from './Form';
import { FormError, type FormFailure } from './FormError';
import { NeedsConnection } from './NeedsConnection';
import { Page } from './Page';
import { PageHeader } from './PageHeader';

interface CreatePageProps {
  title: string;
  /** The list that the new one will stand in: the way back, and of Cancel. */
  list: { to: string; label: string };
  /** What needs a connection, such as "Creating an item". */
  deed: string;
  online: boolean;
  /** What an earlier opening of the app left behind. */
  found: LeftBehind | null;
  /** Why the server did not take it; `null` when nothing is wrong. */
  error: FormFailure | null;
  busy: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  /** The fields. */
  children: ReactNode;
}

/** The page of a form that makes something new and leads back to its list. */
export function CreatePage(props: CreatePageProps) {
  const { title, list, deed, online, found, error, busy, onSubmit, onCancel, children } = props;
  return (
    <Page narrow>
      <PageHeader title={title} back={list} />
      <NeedsConnection online={online} deed={deed} />
      <DraftNotice found={found} />
      <Card>
        <Form onSubmit={onSubmit}>
          {children}
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
    </Page>
  );
}
