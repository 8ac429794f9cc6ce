import { may, ROLE_LABELS } from '../../domain/roles';
import { paths } from '../../paths';
import { useUser } from '../../state/session/session';
import { ButtonLink } from '../../ui/ButtonLink';
import { Card } from '../../ui/Card';
import { DefinitionList } from '../../ui/DefinitionList';
import { Notice } from '../../ui/Notice';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import styles from './Account.module.css';
import { InstallCard } from './InstallCard';
import { PasswordForm } from './PasswordForm';
import { SessionsCard } from './SessionsCard';

/** The user's account: password and sessions. A user who signed in with a one-time password is redirected here. */
export function AccountScreen() {
  const user = useUser();
  const { name, email, roles, changeDue } = user;
  const facts = [
    { term: 'Name', value: name },
    { term: 'Email', value: email },
    { term: 'Roles', value: roles.map((role) => ROLE_LABELS[role]).join(', ') },
  ];
  return (
    <Page narrow>
      <PageHeader
        title="Account"
        actions={
          changeDue ? null : (
            <>
              {may(user, 'seeAudit') ? <ButtonLink to={paths.audit()}>Audit</ButtonLink> : null}
              {may(user, 'seeSync') ? <ButtonLink to={paths.sync()}>Sync</ButtonLink> : null}
            </>
          )
        }
      />
      {changeDue ? (
        <Notice kind="warning">
          You signed in with a one-time password. Choose your own within 15 minutes. Changes on this device stay on it.
        </Notice>
      ) : (
        <Card className={styles.who}>
          <DefinitionList items={facts} />
        </Card>
      )}
      <PasswordForm />
      {changeDue ? null : (
        <>
          <InstallCard />
          <SessionsCard />
        </>
      )}
    </Page>
  );
}
