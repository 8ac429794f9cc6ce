import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import { takeUpdate } from './appUpdate';

/** Offers the new version; the person decides when. */
export function UpdatePrompt() {
  return (
    <Notice
      actions={
        <Button variant="primary" onClick={() => void takeUpdate()}>
          Reload
        </Button>
      }
    >
      A new version is ready.
    </Notice>
  );
}
