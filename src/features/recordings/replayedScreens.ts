import type { ComponentType } from 'react';
import type { AppStore } from '../../state/root/types';

/**
 * The component that shows the app's screens on another store. A prop, because features do not import other screens.
 */
export type ReplayedScreensComponent = ComponentType<{ store: AppStore; route: string }>;
