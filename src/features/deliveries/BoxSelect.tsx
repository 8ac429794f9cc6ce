import type { Ref } from 'react';
import type { Box } from '../../contract/boxes';
import { boxOptionText } from '../../domain/boxes';
import { useBoxesRead } from '../../state/reads';
import { SelectField } from '../../ui/SelectField';

interface BoxSelectProps {
  /** Empty until a location is picked: then there is nothing to choose from. */
  locationId: string;
  value: string;
  onChange: (id: string) => void;
  error: string | null;
  disabled: boolean;
  ref: Ref<HTMLSelectElement>;
}

interface ChoicesProps extends Omit<BoxSelectProps, 'locationId'> {
  boxes: readonly Box[];
  placeholder: string;
}

function BoxChoices({ boxes, placeholder, value, onChange, error, disabled, ref }: ChoicesProps) {
  return (
    <SelectField
      label="Box"
      ref={ref}
      value={value}
      disabled={disabled}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{placeholder}</option>
      {boxes.map((box) => (
        <option key={box._id} value={box._id}>
          {boxOptionText(box)}
        </option>
      ))}
    </SelectField>
  );
}

function BoxesOfLocation({ locationId, ...select }: BoxSelectProps) {
  const { data, loading } = useBoxesRead(locationId);
  return <BoxChoices {...select} boxes={data ?? []} placeholder={loading ? 'Loading boxes…' : 'Choose a box…'} />;
}

/** A select of the boxes at a location; each option shows the size (spec §2). */
export function BoxSelect(props: BoxSelectProps) {
  const { locationId, ...select } = props;
  return locationId ? (
    <BoxesOfLocation {...props} />
  ) : (
    <BoxChoices {...select} boxes={[]} placeholder="Choose a location first" />
  );
}
