import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { isEach, isPackPriced } from '../../../domain/packaging';
import { shownLineTotal } from '../../../domain/shownPrices';
import { Money } from '../../../ui/Money';
import { StepButton } from '../../../ui/StepButton';
import { VisuallyHidden } from '../../../ui/VisuallyHidden';
import { classNames } from '../../../ui/classNames';
import styles from './PadLines.module.css';
import { canStepDown, type PadLine, quantityText, withStep, withNextPackaging, withQuantity } from './padLines';

interface PadLineRowProps {
  line: PadLine;
  name: string;
  /** Dollars for one of its packaging; `null` when it is not known. */
  price: number | null;
  /** Why it cannot be sent; `null` when it can. */
  problem: string | null;
  sending: boolean;
  onChange: (line: PadLine) => void;
  onRemove: () => void;
}

/** One line: item, quantity, packaging, line total, and Remove. */
export function PadLineRow({ line, name, price, problem, sending, onChange, onRemove }: PadLineRowProps) {
  const problemId = useId();
  const whole = isEach(line.packaging);
  return (
    <tr role="row" className={styles.row}>
      <th scope="row" role="rowheader" className={styles.name} title={name}>
        {name}
      </th>
      <td role="cell" className={styles.quantity}>
        {/* A switch, because there are two packagings. A third one needs another role and name; the press already cycles. */}
        <button
          type="button"
          role="switch"
          aria-checked={isPackPriced(line.packaging)}
          aria-label={`${name} by the case`}
          className={styles.packaging}
          disabled={sending}
          onClick={() => onChange(withNextPackaging(line))}
        >
          {line.packaging}
        </button>
        <StepButton
          step="fewer"
          disabled={sending || !canStepDown(line)}
          onPress={() => onChange(withStep(line, -1))}
        />
        <input
          // type="text": the only number field named Quantity is that of the panel, and a half-typed "2." keeps its
          // dot.
          type="text"
          aria-label={`${name} quantity`}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          className={classNames(styles.input, problem && styles.wrong)}
          inputMode={whole ? 'numeric' : 'decimal'}
          autoComplete="off"
          enterKeyHint="done"
          value={quantityText(line)}
          disabled={sending}
          onChange={(event) => onChange(withQuantity(line, event.target.value, line.packaging))}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            // Moves the focus to One more: on a button, the keyboard of a phone closes, so that the bar is visible.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            (event.currentTarget.nextElementSibling as HTMLElement | null)?.focus();
          }}
        />
        <StepButton step="more" disabled={sending} onPress={() => onChange(withStep(line, 1))} />
      </td>
      <td role="cell" className={styles.total}>
        <Money amount={shownLineTotal(line.quantity, price)} />
        <span className={styles.price}>
          {' '}
          at <Money amount={price} />
        </span>
      </td>
      <td role="cell" className={styles.remove}>
        <button type="button" aria-label={`Remove ${name}`} disabled={sending} onClick={onRemove}>
          <X aria-hidden size={18} />
        </button>
      </td>
      {problem ? (
        <td role="cell" className={styles.problem} id={problemId}>
          <span role="alert">
            <VisuallyHidden>{`${name}: `}</VisuallyHidden>
            {problem}
          </span>
        </td>
      ) : null}
    </tr>
  );
}
