import { Link } from 'react-router';
import type { AuditAction, AuditedEntity, AuditEntry } from '../../contract/audit';
import { paths } from '../../paths';
import { Button } from '../../ui/Button';
import { DateTime } from '../../ui/DateTime';
import styles from './Audit.module.css';
import { differencesOf } from './auditDifferences';
import { type AuditFilterTexts, RECORD_KINDS } from './auditParams';

const ACTIONS: Record<AuditAction, string> = {
  create: 'created',
  update: 'changed',
  signIn: 'signed in',
  changePassword: 'changed their own password',
  resetPassword: 'reset the password of',
  setPrice: 'set a price of',
};

const ABOUT_ONESELF: readonly AuditAction[] = ['signIn', 'changePassword'];

/** The path of each kind of record; an import has no screen. */
const pathOf: Record<Exclude<AuditedEntity, 'import'>, (id: string) => string> = {
  visit: paths.visitDetails,
  delivery: (id) => paths.delivery(id),
  user: paths.user,
  item: (id) => paths.editEntry('items', id),
  location: (id) => paths.editEntry('locations', id),
  box: (id) => paths.editEntry('boxes', id),
};

/** "user" is left out: it begins with the sound of "you", a consonant. */
const BEGINS_WITH_VOWEL = /^[aeio]/;

/** A record as text: its kind, as a link if it has a screen, and its name. */
function RecordLink({ entry: { entity, entityId, entityName } }: { entry: AuditEntry }) {
  const kind = RECORD_KINDS[entity].toLowerCase();
  const text = `${BEGINS_WITH_VOWEL.test(kind) ? 'an' : 'a'} ${kind}`;
  return (
    <>
      {entity === 'import' ? text : <Link to={pathOf[entity](entityId)}>{text}</Link>}
      {entityName === null ? null : `: ${entityName}`}
    </>
  );
}

/** One entry: who did what when, and the fields that it changed, before and after side by side. */
export function AuditEntryView({
  entry,
  nameOf,
  onFilter,
}: {
  entry: AuditEntry;
  /** The name of an item by its id. */
  nameOf: (itemId: string) => string;
  onFilter: (changes: Partial<AuditFilterTexts>) => void;
}) {
  const { user, at, action, entity, entityId, before, after, isShortened } = entry;
  const differences = differencesOf(before, after, nameOf);
  const kind = RECORD_KINDS[entity].toLowerCase();
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <h2 className={styles.what}>
          {user.name} {ACTIONS[action]} {ABOUT_ONESELF.includes(action) ? null : <RecordLink entry={entry} />}
        </h2>
        <DateTime iso={at} />
      </div>
      {differences.length > 0 ? (
        <table className={styles.differences}>
          {before === null ? null : (
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
          )}
          <tbody>
            {differences.map(({ field, before: old, after: fresh }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                {before === null ? null : <td>{old}</td>}
                <td>{fresh}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {isShortened ? <p>The values are too long for this page. The CSV has them.</p> : null}
      <Button variant="quiet" onClick={() => onFilter({ entity, entityId })}>
        Only this {kind}
      </Button>
    </li>
  );
}
