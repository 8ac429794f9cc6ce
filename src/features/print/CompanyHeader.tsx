import { COMPANY } from '../../domain/company';
import styles from './PrintSummary.module.css';

/** The company that issues the summary, with its contact details (spec §9). */
export function CompanyHeader() {
  return (
    <header className={styles.company}>
      <strong className={styles.companyName}>{COMPANY.name}</strong>
      <address className={styles.contact}>
        <span>
          {COMPANY.street}
          <br />
          {COMPANY.city}
        </span>
        <span>
          {COMPANY.phone}
          <br />
          {COMPANY.email}
        </span>
      </address>
    </header>
  );
}
