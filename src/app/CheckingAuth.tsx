import { messages } from '../domain/messages';

/** Shown on protected routes while the session is being checked (spec §2); `index.html` shows the same from the start. */
export function CheckingAuth() {
  return (
    <p role="status" className="checking-auth">
      {messages.checkingAuth}
    </p>
  );
}
