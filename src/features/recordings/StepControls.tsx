import ChevronFirst from 'lucide-react/icons/chevron-first';
import ChevronLast from 'lucide-react/icons/chevron-last';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Button } from '../../ui/Button';
import styles from './Recordings.module.css';

interface StepControlsProps {
  first: number;
  last: number;
  step: number;
  onStep: (step: number) => void;
}

/** Buttons for the next and previous action, and a field for any action. */
export function StepControls({ first, last, step, onStep }: StepControlsProps) {
  return (
    <div className={styles.controls} role="group" aria-label="Steps">
      <Button aria-label="First action" disabled={step <= first} onClick={() => onStep(first)}>
        <ChevronFirst aria-hidden size={18} />
      </Button>
      <Button aria-label="Back one action" disabled={step <= first} onClick={() => onStep(step - 1)}>
        <ChevronLeft aria-hidden size={18} />
      </Button>
      <output className={styles.count}>
        Action {step} of {last}
      </output>
      <Button aria-label="Forward one action" disabled={step >= last} onClick={() => onStep(step + 1)}>
        <ChevronRight aria-hidden size={18} />
      </Button>
      <Button aria-label="Last action" disabled={step >= last} onClick={() => onStep(last)}>
        <ChevronLast aria-hidden size={18} />
      </Button>
      <input
        type="range"
        aria-label="Action"
        className={styles.range}
        min={first}
        max={last}
        value={step}
        onChange={(event) => onStep(event.target.valueAsNumber)}
      />
    </div>
  );
}
