import { Button } from './Button';
import { Notice } from './Notice';
import { focusOnMount } from './focusOnMount';

/** Says what was removed. The Remove that was pressed is gone: the focus goes to Undo, not to the top of the page. */
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
