/** Stops the start. The message is the one line the operator sees, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
