import { type ReactNode, useId } from 'react';
import { classNames } from './classNames';
import styles from './RadioCards.module.css';

export interface RadioCard<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  /** A class that sets `--tone-text`, `--tone-soft` and `--tone-solid`. */
  tone?: string | undefined;
}

interface RadioCardsProps<Value extends string> {
  legend: string;
  cards: readonly RadioCard<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  disabled?: boolean;
  /** Read by screen readers with the group, e.g. why a card is disabled. */
  hint?: string | undefined;
  /** The id of the hint, for another control that it describes. */
  hintId?: string | undefined;
  error?: string | null | undefined;
}

/** Native radios as large cards. */
export function RadioCards<Value extends string>({
  legend,
  cards,
  value,
  onChange,
  disabled = false,
  hint,
  hintId,
  error,
}: RadioCardsProps<Value>) {
  const id = useId();
  const shownHintId = hintId ?? `${id}-hint`;
  const described = classNames(hint && shownHintId, error && `${id}-error`);
  return (
    <fieldset className={styles.group} disabled={disabled} aria-describedby={described || undefined}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.cards}>
        {cards.map((card) => (
          <label key={card.value} className={classNames(styles.card, card.tone)}>
            <input
              type="radio"
              name={id}
              className={styles.radio}
              value={card.value}
              checked={card.value === value}
              disabled={card.disabled}
              onChange={() => onChange(card.value)}
            />
            {card.icon}
            {card.label}
          </label>
        ))}
      </div>
      {hint ? (
        <p id={shownHintId} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
