import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { classNames } from './classNames';
import styles from './StepButton.module.css';

interface StepButtonProps {
  step: 'fewer' | 'more';
  disabled: boolean;
  onPress: () => void;
}

/** The − or + button at one side of a quantity. */
export function StepButton({ step, disabled, onPress }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={`One ${step}`}
      className={classNames(styles.step, styles[step])}
      disabled={disabled}
      onClick={onPress}
    >
      {step === 'fewer' ? <Minus aria-hidden size={18} /> : <Plus aria-hidden size={18} />}
    </button>
  );
}
