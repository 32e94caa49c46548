/** The files chosen in an input, which is emptied so that the same ones can be chosen again. */
export function takeFiles(input: HTMLInputElement): File[] {
  const files = Array.from(input.files ?? [])
  input.value = ''
  return files
}
