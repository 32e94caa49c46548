/** The name of the IndexedDB database that stores actions. */
export const DATABASE = 'plumbline-actions'
