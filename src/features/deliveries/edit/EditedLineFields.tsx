import { PACKAGING_LENGTH_MAX } from '../../../domain/constants';
import { screenMessages } from '../../../domain/screenMessages';
import { shownLineTotal } from '../../../domain/shownPrices';
import { Button } from '../../../ui/Button';
import { Money } from '../../../ui/Money';
import { focusOnMount } from '../../../ui/focusOnMount';
import { QuantityField } from '../../../ui/QuantityField';
import { TextField } from '../../../ui/TextField';
import { VisuallyHidden } from '../../../ui/VisuallyHidden';
import { type EditedLine, sentLine } from './editedLines';
import styles from './EditedLineFields.module.css';
import type { ItemOptions } from '../itemOptions';
import { ItemSelect } from '../ItemSelect';

interface EditedLineFieldsProps {
  line: EditedLine;
  /** From 1 on. */
  position: number;
  options: ItemOptions;
  /** Dollars; `null` when it is not known. */
  price: number | null;
  /** Id of the datalist of usual packagings. */
  packagingList: string;
  /** The exact sentence of spec §5, or `null`. */
  error: string | null;
  /** The id of the form's error, which announces it. */
  errorId: string | undefined;
  /** true for a line that was just added: its item takes the focus. */
  takesFocus: boolean;
  /** The line is being sent: a change of it would not be sent. */
  sending: boolean;
  onChange: (part: Partial<EditedLine>) => void;
  onRemove: () => void;
}

/**
 * One line of a delivery being edited (spec §2, Edit Delivery). While it is sent, the item is not disabled but keeps
 * its value: the browser would style each of a thousand options again.
 */
export function EditedLineFields(props: EditedLineFieldsProps) {
  const { line, position, options, price, packagingList, error, errorId, takesFocus, sending, onChange, onRemove } =
    props;
  const { quantity } = sentLine(line);
  return (
    <fieldset className={styles.line}>
      <legend>
        <VisuallyHidden>{`Line ${position}`}</VisuallyHidden>
      </legend>
      <div className={styles.item}>
        <ItemSelect
          ref={takesFocus ? focusOnMount : null}
          options={options}
          value={line.item}
          onChange={(item) => sending || onChange({ item })}
          error={error === screenMessages.pickItem ? error : null}
          errorId={error === screenMessages.pickItem ? errorId : undefined}
        />
      </div>
      <QuantityField
        label="Quantity"
        whole={false}
        value={line.quantity}
        disabled={sending}
        onChange={(text) => onChange({ quantity: text })}
        error={error === screenMessages.invalidQuantity ? error : null}
        errorId={error === screenMessages.invalidQuantity ? errorId : undefined}
      />
      <TextField
        label="Packaging"
        list={packagingList}
        maxLength={PACKAGING_LENGTH_MAX}
        autoComplete="off"
        value={line.packaging}
        disabled={sending}
        onChange={(event) => onChange({ packaging: event.target.value })}
      />
      <dl className={styles.amounts}>
        <div>
          <dt>Unit price</dt>
          <dd>
            <Money amount={price} />
          </dd>
        </div>
        <div>
          <dt>Line total</dt>
          <dd>
            <Money amount={shownLineTotal(quantity || 0, price)} />
          </dd>
        </div>
      </dl>
      <div className={styles.remove}>
        <Button variant="quiet" disabled={sending} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}
