import { createContext } from 'react';

/** Whether what this device remembers has been read; before that no screen may show or do anything. */
export const DeviceReadContext = createContext(true);
