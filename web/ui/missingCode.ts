/**
 * Pending while it is checked whether the tab has to be reloaded because the code that it requests
 * is from an older version.
 */
let decision: Promise<unknown> = Promise.resolve()

/** Sets the check in progress. It never resolves if the tab is reloaded. */
export function setReloadCheck(checking: Promise<unknown>) {
  decision = checking
}

/**
 * Resolves once it is known that the tab is not reloaded, so that a failed part can be shown as
 * missing.
 */
export const reloadCheck = () => decision
