import { messages } from '../domain/messages';
import { paths } from '../paths';
import { ButtonLink } from '../ui/ButtonLink';
import { EmptyState } from '../ui/EmptyState';
import { Page } from '../ui/Page';
import { PageHeader } from '../ui/PageHeader';

/** The page for a signed-in user without the role (spec §6). */
export function Forbidden() {
  return (
    <Page>
      <PageHeader title={messages.forbidden} />
      <EmptyState
        text="This page is for admins."
        action={<ButtonLink to={paths.dashboard()}>Go to the start page</ButtonLink>}
      />
    </Page>
  );
}
