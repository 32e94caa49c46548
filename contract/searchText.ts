/** Letters that are not a base letter with an accent, and marks that look alike, for searches. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' },
  ...{ '’': "'", '‘': "'", ʼ: "'", '′': "'" },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-' },
  ...{ '\u00a0': ' ', '\u2009': ' ', '\u202f': ' ' },
}

/**
 * The text by which something is found: in lower case and without accents, with every apostrophe,
 * hyphen and blank alike. The function `search_text` of the database does the same.
 */
export const searchText = (text: string): string =>
  Array.from(
    text
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
    (letter) => ALIKE[letter] ?? letter,
  ).join('')

/** The words of a search. A text is found when it contains all of them, in any order. */
export const wordsOf = (typed: string): string[] => [...new Set(typed.split(/\s+/).filter(Boolean))]

/** Whether the text contains every word that was typed. */
export function containsWords(text: string, typed: string): boolean {
  const folded = searchText(text)
  return wordsOf(searchText(typed)).every((word) => folded.includes(word))
}
