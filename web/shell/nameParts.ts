interface Named {
  readonly firstName: string
  readonly lastName: string
}

/** A whole name back in two parts, for initials. */
export function nameParts(name: string): Named {
  const words = name.trim().split(/\s+/)
  return { firstName: words[0] ?? '', lastName: words.length > 1 ? (words.at(-1) ?? '') : '' }
}
