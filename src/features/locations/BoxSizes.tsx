import { BOX_SIZES, type BoxSize, boxLabel } from '../../domain/boxes';
import { SelectField } from '../../ui/SelectField';
import styles from './BoxSizes.module.css';

interface BoxSizesProps {
  prefix: string;
  sizes: readonly BoxSize[];
  onChange: (index: number, size: BoxSize) => void;
}

/** One size per box, each named by the label its box will carry. */
export function BoxSizes({ prefix, sizes, onChange }: BoxSizesProps) {
  return (
    <fieldset className={styles.boxes}>
      <legend>Box sizes</legend>
      {sizes.map((size, index) => (
        <SelectField
          key={index}
          label={boxLabel(prefix, index + 1)}
          value={size}
          onChange={(event) => onChange(index, event.target.value as BoxSize)}
        >
          {BOX_SIZES.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </SelectField>
      ))}
    </fieldset>
  );
}
