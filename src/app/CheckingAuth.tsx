import { messages } from '../domain/messages';
import styles from './CheckingAuth.module.css';

/** Shown on protected routes while the session is being checked (spec §2). */
export function CheckingAuth() {
  return (
    <p role="status" className={styles.text}>
      {messages.checkingAuth}
    </p>
  );
}
