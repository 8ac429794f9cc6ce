import { Notice } from './Notice';

/** Says before a person begins that what they are about to do waits for the connection. */
export function NeedsConnection({ online, deed }: { online: boolean; deed: string }) {
  return online ? null : <Notice>{deed} needs a connection. What you type stays on this device.</Notice>;
}
