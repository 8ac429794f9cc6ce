import type { ComponentType } from 'react';
import type { AppStore } from '../../state/root/types';

/** The app's screens over another store; handed in, as a screen knows no other. */
export type ReplayedScreensComponent = ComponentType<{ store: AppStore; route: string }>;
