import { COMPANY } from '../../domain/company';
import styles from './PrintSummary.module.css';

/** Who hands the summary over, with how to reach them (spec §9). */
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
