import { Button } from './Button';
import { Notice } from './Notice';
import { focusOnMount } from './focusOnMount';

/** Says what was removed. The Remove button that was pressed has disappeared, so the focus moves to Undo. */
export function RemovedNotice({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <Notice
      actions={
        <Button ref={focusOnMount} variant="quiet" onClick={onUndo}>
          Undo
        </Button>
      }
    >
      {name} removed
    </Notice>
  );
}
