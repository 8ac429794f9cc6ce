import { useParams } from 'react-router';
import { catalogueApi } from '../../api/catalogueApi';
import { parseBox } from '../../api/parsers/location';
import type { Box } from '../../contract/boxes';
import { BOX_SIZE_DEFAULT, BOX_SIZES, type BoxSize, isBoxSize } from '../../domain/boxes';
import { isActive } from '../../domain/catalogue';
import { validateName } from '../../domain/names';
import { screenMessages } from '../../domain/screenMessages';
import { paths } from '../../paths';
import { useBoxRead } from '../../state/reads/listReads';
import { isText } from '../../state/drafts/draftedFields';
import { useEditForm } from '../../state/catalogue/useEditForm';
import { useConnectivity } from '../../state/device/connectivity';
import { mapCachedQuery } from '../../state/reads/cachedQuery';
import { EditablePage } from '../../ui/EditablePage';
import { EditPage } from '../../ui/EditPage';
import { FieldRow } from '../../ui/Form';
import { useFormError } from '../../ui/FormError';
import { NameField } from '../../ui/NameField';
import { SelectField } from '../../ui/SelectField';

const formOf = ({ label, size }: Box) => ({ label, size: isBoxSize(size) ? size : BOX_SIZE_DEFAULT });

function EditBoxForm({ box, version }: { box: Box; version: number }) {
  const { online } = useConnectivity();
  const [updateBox] = catalogueApi.useUpdateBoxMutation();
  const [error, showError] = useFormError();
  const id = box._id;
  const list = { to: paths.boxes(box.location._id), label: box.location.name || 'Boxes' };
  const { form, change, errors, page } = useEditForm({
    key: `edit box ${id}`,
    drafted: { label: isText, size: isBoxSize },
    listed: formOf(box),
    version,
    validate: ({ label }) => ({ label: validateName(label) && 'Enter a label' }),
    save: ({ label, size }, ifMatch) => updateBox({ id, ifMatch, body: { label: label.trim(), size } }),
    setActive: (active, ifMatch) => updateBox({ id, ifMatch, body: { active } }),
    formOf: (current) => formOf(parseBox(current)),
    list: list.to,
    showError,
  });
  return (
    <EditPage
      title="Edit Box"
      list={list}
      name={box.label}
      noun="box"
      active={isActive(box)}
      consequence="Reps can no longer refill it, and a visit is completed without it."
      online={online}
      error={error}
      {...page}
    >
      <FieldRow>
        <NameField label="Label" value={form.label} error={errors.label} onChange={(label) => change({ label })} />
        <SelectField
          label="Size"
          value={form.size}
          onChange={(event) => change({ size: event.target.value as BoxSize })}
        >
          {BOX_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </SelectField>
      </FieldRow>
    </EditPage>
  );
}

/** Edits and deactivates a box. Not part of the spec; available if the server has versions of boxes. */
export function EditBoxScreen() {
  const { id = '' } = useParams();
  const box = mapCachedQuery(useBoxRead(id), (one) => [one]);
  return (
    <EditablePage
      title="Edit Box"
      list={{ to: paths.boxes(), label: 'Boxes' }}
      of={box}
      id={id}
      failure={screenMessages.boxesFailed}
    >
      {(one, version) => <EditBoxForm box={one} version={version} />}
    </EditablePage>
  );
}
