import { useListDemoAccountsQuery } from '../../api/demoApi';
import type { DemoAccount } from '../../contract/users';
import { Card } from '../../ui/Card';
import styles from './DemoAccounts.module.css';

export interface DemoAccountsProps {
  /** The e-mail address in the form. */
  email: string;
  onPick: (account: DemoAccount) => void;
}

/** The demo accounts, each a button that fills the form. Renders nothing on a server without demo accounts. */
export function DemoAccounts({ email, onPick }: DemoAccountsProps) {
  const { data: accounts = [] } = useListDemoAccountsQuery();
  if (accounts.length === 0) return null;
  return (
    <Card title="Demo accounts" flush>
      <ul className={styles.accounts}>
        {accounts.map((account) => (
          <li key={account.email}>
            <button
              type="button"
              className={styles.account}
              aria-pressed={account.email === email}
              onClick={() => onPick(account)}
            >
              <span className={styles.name}>{account.name}</span>
              <span className={styles.facts}>
                {account.email} · {account.roles.join(', ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
