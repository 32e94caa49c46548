import { createContext } from 'react'

/** Why nothing around here can be sent; null where it can. */
export const ReadOnly = createContext<string | null>(null)
