/** The name of the IndexedDB database that stores uploads. */
export const DATABASE = 'plumbline-photos'
