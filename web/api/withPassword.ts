import { ApiError } from './call.ts'

/** Whether a call failed because the password has to be entered again first. */
export const isPasswordRequired = (error: unknown) =>
  error instanceof ApiError && error.code === 'passwordRequired'

/**
 * Runs something that may need the password again (403 passwordRequired): asks for it in a dialog,
 * then runs it once more. `useWrite` does this for every write. Anything else, such as a download,
 * calls this directly.
 * @throws ApiError passwordRequired when the person cancels the dialog
 */
export async function withPassword<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isPasswordRequired(error)) throw error
    const { askPassword } = await import('./passwordPrompt.ts')
    if (!(await askPassword())) throw error
    return work()
  }
}
