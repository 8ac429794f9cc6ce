import { useParams } from 'react-router';
import { catalogueApi } from '../../api/catalogueApi';
import { parseItem } from '../../api/parsers/item';
import type { Item } from '../../contract/items';
import { screenMessages } from '../../domain/screenMessages';
import { paths } from '../../paths';
import { useConnectivity } from '../../state/device/connectivity';
import { useEditForm } from '../../state/catalogue/useEditForm';
import { useItemsRead } from '../../state/reads/listReads';
import { EditPage } from '../../ui/EditPage';
import { EditablePage } from '../../ui/EditablePage';
import { useFormError } from '../../ui/FormError';
import { ItemNameFields, UnitsField } from './ItemFields';
import { PriceHistory } from './PriceHistory';
import { EDITED_ITEM_FIELDS, editedItemBody, itemErrors, itemForm } from './itemForms';

const LIST = { to: paths.items(), label: 'Items' };

function EditItemForm({ item, version }: { item: Item; version: number }) {
  const { online } = useConnectivity();
  const [updateItem] = catalogueApi.useUpdateItemMutation();
  const [error, showError] = useFormError();
  const { form, change, errors, page } = useEditForm({
    key: `edit item ${item._id}`,
    drafted: EDITED_ITEM_FIELDS,
    listed: itemForm(item),
    version,
    validate: itemErrors,
    save: (form, ifMatch) => updateItem({ id: item._id, ifMatch, body: editedItemBody(form, item) }),
    setActive: (active, ifMatch) => updateItem({ id: item._id, ifMatch, body: { active } }),
    formOf: (current) => itemForm(parseItem(current)),
    list: LIST.to,
    showError,
  });
  return (
    <EditPage
      title="Edit Item"
      list={LIST}
      name={item.name}
      noun="item"
      active={item.active}
      consequence="Reps can no longer put it into a delivery."
      online={online}
      error={error}
      {...page}
      more={<PriceHistory itemId={item._id} online={online} />}
    >
      <ItemNameFields form={form} errors={errors} change={change} />
      <UnitsField form={form} errors={errors} change={change} />
    </EditPage>
  );
}

/**
 * Edits an item, sets its prices and deactivates it. Not part of the spec; available if the server has versions of
 * items.
 */
export function EditItemScreen() {
  const { id = '' } = useParams();
  const items = useItemsRead();
  return (
    <EditablePage title="Edit Item" list={LIST} of={items} id={id} failure={screenMessages.itemsFailed}>
      {(item, version) => <EditItemForm item={item} version={version} />}
    </EditablePage>
  );
}
