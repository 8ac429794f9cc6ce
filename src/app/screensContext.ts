import { type ComponentType, createContext } from 'react';

/**
 * The screen of the current route. Handed down, because a recording shows all screens on one of them: were they
 * imported there, the route table would lead back to itself.
 */
export const ScreensContext = createContext<ComponentType>(() => null);
