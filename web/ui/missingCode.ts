/** Whether the tab is about to be loaded again, since the code that it asks for is of an older version. */
let decision: Promise<unknown> = Promise.resolve()

/** Notes that it is being found out; never resolved where the tab is loaded again. */
export function decide(found: Promise<unknown>) {
  decision = found
}

/** Resolved once the tab stays, so that what could not be loaded can be shown as missing. */
export const decided = () => decision
