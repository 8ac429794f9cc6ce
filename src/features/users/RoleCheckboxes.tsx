import { useId } from 'react';
import { type Role, ROLE_LABELS } from '../../domain/roles';
import { Checkbox } from '../../ui/Checkbox';
import styles from './RoleCheckboxes.module.css';

interface RoleCheckboxesProps {
  roles: readonly Role[];
  chosen: readonly Role[];
  error?: string | null | undefined;
  onToggle: (role: Role, on: boolean) => void;
}

/** One checkbox per role, at least one of which must be ticked. */
export function RoleCheckboxes({ roles, chosen, error, onToggle }: RoleCheckboxesProps) {
  const id = useId();
  return (
    <fieldset className={styles.roles} aria-describedby={error ? id : undefined}>
      <legend>Roles</legend>
      {roles.map((role) => (
        <Checkbox
          key={role}
          label={ROLE_LABELS[role]}
          checked={chosen.includes(role)}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onToggle(role, event.target.checked)}
        />
      ))}
      {error ? (
        <p id={id} className={styles.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
