import { messages } from '../domain/messages';

/**
 * Shown on protected routes while the session is being checked (spec §2); `index.html` shows the same from the start, as
 * the phone itself does while it opens an installed app.
 */
export function CheckingAuth() {
  return (
    <div className="checking-auth">
      <img src="/logo.svg" alt="" width={128} height={128} />
      <p>Field Sales</p>
      <p role="status">{messages.checkingAuth}</p>
    </div>
  );
}
