import { type ComponentType, lazy } from 'react';
import { useParams } from 'react-router';
import { messages } from '../domain/messages';
import type { paths } from '../paths';
import { EmptyState } from '../ui/EmptyState';

const Import = lazy(async () => ({ default: (await import('../features/imports/ImportScreen')).ImportScreen }));

type ScreenKey = `edit ${Parameters<typeof paths.editEntry>[0]}` | `manage ${Parameters<typeof paths.manage>[0]}`;

const SCREENS: Record<string, ComponentType> = {
  'edit items': lazy(async () => ({ default: (await import('../features/items/EditItemScreen')).EditItemScreen })),
  'edit locations': lazy(async () => ({
    default: (await import('../features/locations/EditLocationScreen')).EditLocationScreen,
  })),
  'edit boxes': lazy(async () => ({ default: (await import('../features/boxes/EditBoxScreen')).EditBoxScreen })),
  'manage locations': lazy(async () => ({
    default: (await import('../features/locations/ManageLocationsScreen')).ManageLocationsScreen,
  })),
  'manage import': Import,
  'manage import-stores': Import,
} satisfies Record<ScreenKey, ComponentType>;

/**
 * The admin screens for items, locations and boxes, in a chunk of their own, so that they are not part of the first
 * load.
 */
export function CatalogueRoute() {
  const { list, what } = useParams();
  const Screen = SCREENS[list === undefined ? `manage ${what}` : `edit ${list}`];
  return Screen ? <Screen /> : <EmptyState text={messages.nothingHere} />;
}
