import { messages } from '../domain/messages';
import { paths } from '../paths';
import { ButtonLink } from '../ui/ButtonLink';
import { EmptyState } from '../ui/EmptyState';
import { Page } from '../ui/Page';
import { PageHeader } from '../ui/PageHeader';

/** The page for a URL that is no route of the app. */
export function NotFound() {
  return (
    <Page>
      <PageHeader title="Page not found" />
      <EmptyState
        text={messages.nothingHere}
        action={<ButtonLink to={paths.dashboard()}>Go to the start page</ButtonLink>}
      />
    </Page>
  );
}
