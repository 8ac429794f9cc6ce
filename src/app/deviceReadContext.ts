import { createContext } from 'react';

/** Whether the stored slices have been read. Before that no screen may render or act. */
export const DeviceReadContext = createContext(true);
