/** Runs work on the storage of the browser, which may be full, or denied. Undefined if it fails. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
