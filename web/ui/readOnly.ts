import { createContext } from 'react'

/** The reason why nothing in this part of the page can be sent; null where it can. */
export const ReadOnly = createContext<string | null>(null)
