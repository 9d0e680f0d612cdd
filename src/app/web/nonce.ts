import { createContext } from 'react';

/** Marks our own scripts during server rendering; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
