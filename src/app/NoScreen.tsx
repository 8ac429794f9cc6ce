import { paths } from '../paths';
import { ButtonLink } from '../ui/ButtonLink';
import { EmptyState } from '../ui/EmptyState';
import { Page } from '../ui/Page';
import { PageHeader } from '../ui/PageHeader';

/** The page in place of a screen: for a URL that is no route, and for a user without the role (spec §6). */
export function NoScreen({ title, text }: { title: string; text: string }) {
  return (
    <Page>
      <PageHeader title={title} />
      <EmptyState text={text} action={<ButtonLink to={paths.dashboard()}>Go to the start page</ButtonLink>} />
    </Page>
  );
}
