import { Notice } from './Notice';

/** Says before a person begins that what they are about to do waits for the connection. */
export function NeedsConnection({ online, action }: { online: boolean; action: string }) {
  return online ? null : <Notice>{action} needs a connection. What you type stays on this device.</Notice>;
}
