import { Button } from './Button';
import { Notice } from './Notice';
import { takeFocus } from './takeFocus';

/** Says what was removed. The Remove that was pressed is gone: the focus goes to Undo, not to the top of the page. */
export function RemovedNotice({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <Notice
      actions={
        <Button ref={takeFocus} variant="quiet" onClick={onUndo}>
          Undo
        </Button>
      }
    >
      {name} removed
    </Notice>
  );
}
