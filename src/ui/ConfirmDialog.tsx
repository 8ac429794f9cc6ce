import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './Button';
import styles from './ConfirmDialog.module.css';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The action, as a verb: "Discard". */
  confirmText: string;
  danger?: boolean;
  /** true while the confirmed action runs: it can't be cancelled any more. */
  busy?: boolean;
  onConfirm: () => void;
  /** Also called for Escape. */
  onCancel: () => void;
}

/** Asks before an action that cannot be undone. A native modal dialog: it traps the focus and returns it. */
export function ConfirmDialog({ open, ...dialog }: ConfirmDialogProps) {
  return open ? <OpenDialog {...dialog} /> : null;
}

function OpenDialog({
  title,
  children,
  confirmText,
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
}: Omit<ConfirmDialogProps, 'open'>) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A layout effect: its cleanup runs while the dialog is still in the document, which is necessary to return the
  // focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onCancel();
      }}
      // A browser lets a second Escape close it.
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected && !currentTarget.open) currentTarget.showModal();
      }}
    >
      <h2 id={id}>{title}</h2>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirmText}
        </Button>
      </div>
    </dialog>
  );
}
