import type { Ref } from 'react';
import type { Box } from '../../../contract/boxes';
import { boxOptionText } from '../../../domain/boxes';
import { isActive } from '../../../domain/catalogue';
import { screenMessages } from '../../../domain/screenMessages';
import { useBoxesRead } from '../../../state/reads/listReads';
import { ErrorText } from '../../../ui/ErrorText';
import { SelectField } from '../../../ui/SelectField';
import { LOCATION_FIRST } from './newDeliveryDraft';

interface BoxSelectProps {
  /** Empty until a location is picked. Without a location there are no options. */
  locationId: string;
  value: string;
  onChange: (id: string) => void;
  /** The id of the form's error when it is about the box. */
  errorId: string | undefined;
  disabled: boolean;
  labelHidden: boolean;
  ref: Ref<HTMLSelectElement>;
}

interface ChoicesProps extends Omit<BoxSelectProps, 'locationId'> {
  boxes: readonly Box[];
  placeholder: string;
  hint?: string | undefined;
  /** The text of the chosen box while it is not among the options. */
  unknownText: string;
}

/** A box that the URL or a draft names stays chosen, even if it is not in the list. */
function BoxChoices({
  boxes,
  placeholder,
  hint,
  unknownText,
  value,
  onChange,
  errorId,
  disabled,
  labelHidden,
  ref,
}: ChoicesProps) {
  const isKnown = boxes.some(({ _id }) => _id === value);
  return (
    <SelectField
      label="Box"
      labelHidden={labelHidden}
      hint={hint}
      ref={ref}
      value={value}
      disabled={disabled}
      errorId={errorId}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{placeholder}</option>
      {value && !isKnown ? <option value={value}>{unknownText}</option> : null}
      {boxes.map((box) => (
        <option key={box._id} value={box._id}>
          {boxOptionText(box)}
        </option>
      ))}
    </SelectField>
  );
}

function BoxesOfLocation({ locationId, ...select }: BoxSelectProps) {
  const { data, loading, error, retry, refreshing } = useBoxesRead(locationId);
  const boxes = data?.filter(isActive);
  const [placeholder, unknownText] = loading
    ? ['Loading boxes…', 'Loading boxes…']
    : ['Choose a box…', 'Not in this list'];
  return (
    <>
      {!data && error && !select.disabled ? (
        <ErrorText text={screenMessages.boxesFailed} onRetry={retry} retrying={refreshing} />
      ) : null}
      <BoxChoices
        {...select}
        boxes={boxes ?? []}
        placeholder={placeholder}
        unknownText={unknownText}
        hint={boxes?.length === 0 && !select.disabled ? screenMessages.noBoxes : undefined}
      />
    </>
  );
}

/** A select of the boxes at a location; each option shows the size (spec §2). */
export function BoxSelect(props: BoxSelectProps) {
  const { locationId, ...select } = props;
  return locationId ? (
    <BoxesOfLocation {...props} />
  ) : (
    <BoxChoices {...select} boxes={[]} placeholder={LOCATION_FIRST} unknownText={LOCATION_FIRST} />
  );
}
