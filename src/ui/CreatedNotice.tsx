import { Notice } from './Notice';

/** Names what was just created, above the list that has it on top; `null` shows nothing. */
export function CreatedNotice({ created }: { created: { name: string } | null }) {
  return created ? <Notice kind="success">Created {created.name}</Notice> : null;
}
