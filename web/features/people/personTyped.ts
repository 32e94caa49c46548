/** Splits a full name before its last word. */
export function splitName(name: string) {
  const words = name.trim().split(/\s+/)
  const last = words.pop() ?? ''
  return words.length > 0
    ? { firstName: words.join(' '), lastName: last }
    : { firstName: last, lastName: '' }
}

/** The fields of an invite that a typed name or email address fills in. */
export const personTyped = (typed: string) =>
  typed.includes('@') ? { email: typed } : splitName(typed)
