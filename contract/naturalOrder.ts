const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'accent' })

/**
 * Compares names as people order them: by their letters whatever their case, with accented ones
 * beside the plain ones, and numbers by their value. The server orders its lists the same way.
 */
export const byLetters = (a: string, b: string): number => collator.compare(a, b)
