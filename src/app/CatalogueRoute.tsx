import { type ComponentType, lazy } from 'react';
import { useParams } from 'react-router';
import { NotFound } from './NotFound';

const SCREENS: Record<string, ComponentType> = {
  items: lazy(async () => ({ default: (await import('../features/items/EditItemScreen')).EditItemScreen })),
  locations: lazy(async () => ({
    default: (await import('../features/locations/EditLocationScreen')).EditLocationScreen,
  })),
  boxes: lazy(async () => ({ default: (await import('../features/boxes/EditBoxScreen')).EditBoxScreen })),
};
const ImportScreen = lazy(async () => ({ default: (await import('../features/imports/ImportScreen')).ImportScreen }));

/** The screens by which admins look after items, locations and boxes; apart, since the first load need not name them. */
export function CatalogueRoute() {
  const { list } = useParams();
  const Screen = list === undefined ? ImportScreen : SCREENS[list];
  return Screen ? <Screen /> : <NotFound />;
}
