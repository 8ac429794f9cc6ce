import { type ComponentType, createContext } from 'react';

/**
 * The component that shows the current route's screen. A context provides it, because the recordings screen shows all
 * screens: an import there would be a circle through the route table.
 */
export const ScreensContext = createContext<ComponentType>(() => null);
