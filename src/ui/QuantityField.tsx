import type { KeyboardEvent, Ref } from 'react';
import { QUANTITY_STEP } from '../domain/constants';
import { formatQuantity } from '../domain/quantity';
import { parseQuantity } from '../domain/typedQuantity';
import { commaAsPoint } from './decimalComma';
import { type ErrorElsewhere, Field, type FieldTexts } from './Field';
import styles from './QuantityField.module.css';
import { StepButton } from './StepButton';

interface QuantityFieldProps extends FieldTexts, ErrorElsewhere {
  /** The text as typed; empty while it is no number. */
  value: string;
  onChange: (text: string) => void;
  /** Whole numbers only, as for packaging each: phones show the keyboard without a decimal point. */
  whole: boolean;
  disabled?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  ref?: Ref<HTMLInputElement>;
}

/** A quantity field with a − and a + button, which step by one and never below 0. */
export function QuantityField({
  label,
  labelHidden,
  hint,
  error,
  errorId,
  value,
  onChange,
  whole,
  disabled = false,
  onKeyDown,
  ref,
}: QuantityFieldProps) {
  const number = parseQuantity(value);
  const stepBy = (step: number) => {
    onChange(formatQuantity(Math.max(0, (Number.isNaN(number) ? 0 : number) + step)));
  };
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error} errorId={errorId}>
      {({ className, ...controlProps }) => (
        <div className={styles.row}>
          <StepButton step="fewer" disabled={disabled || !(number > 0)} onPress={() => stepBy(-1)} />
          <input
            {...controlProps}
            ref={ref}
            className={`${className} ${styles.input}`}
            type="number"
            inputMode={whole ? 'numeric' : 'decimal'}
            step={whole ? 1 : QUANTITY_STEP}
            min={0}
            value={value}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value)}
            onBeforeInput={commaAsPoint}
            onKeyDown={onKeyDown}
            onFocus={(event) => event.currentTarget.select()}
            // In a focused number input the mouse wheel changes the value, so scrolling the page would change the
            // quantity.
            onWheel={(event) => event.currentTarget.blur()}
          />
          <StepButton step="more" disabled={disabled} onPress={() => stepBy(1)} />
        </div>
      )}
    </Field>
  );
}
