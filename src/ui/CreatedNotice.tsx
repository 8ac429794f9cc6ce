import { Notice } from './Notice';

/** Names the record that was just created, above its list. `null` renders nothing. */
export function CreatedNotice({ created }: { created: { name: string } | null }) {
  return created ? <Notice kind="success">Created {created.name}</Notice> : null;
}
