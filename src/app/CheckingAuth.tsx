import { messages } from '../domain/messages';

/**
 * Shown on protected routes while the session is being checked (spec §2). `index.html` contains the same content, and a
 * phone's splash screen of the installed app looks alike.
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
