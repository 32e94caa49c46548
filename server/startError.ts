/** Stops the start; its message is the one line the operator gets to read, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
