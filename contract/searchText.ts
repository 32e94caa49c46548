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

/** The shortest word that is also found with a wrong letter. Below, too many words are alike. */
const SHORTEST_MISSPELLED = 5

/**
 * The beginnings of words that are one letter away from a typed word, after its first letter: with
 * another letter, one more, one less, or two swapped; a dot is any letter. The first letter is
 * taken as it is, without which no index would be of use. Undefined for words that are short or
 * have other characters than letters and digits.
 */
function misspellings(typed: string): { first: string; others: readonly string[] } | undefined {
  const word = searchText(typed)
  if (word.length < SHORTEST_MISSPELLED || !/^[\p{L}\p{N}]+$/u.test(word)) return undefined
  const [first = '', ...letters] = word
  const others = letters.flatMap((letter, at) => {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 1).join('')]
    const [next = '', rest] = [letters[at + 1], letters.slice(at + 2).join('')]
    return [
      `${before}.${letter}${after}`,
      `${before}.${after}`,
      `${before}${after}`,
      `${before}${next}${letter}${rest}`,
    ]
  })
  return { first, others: [...new Set(others)] }
}

/** Whether a word may be typed with a wrong letter and still be found. */
export const mayBeMisspelled = (word: string): boolean => misspellings(word) !== undefined

/** A regular expression for words that a typed one is a misspelled beginning of, or undefined. */
export function misspelledPattern(typed: string): string | undefined {
  const found = misspellings(typed)
  return found && `${found.first}(${found.others.join('|')})`
}

/** Whether a typed word is the beginning of a word, but for a wrong letter. */
export function isMisspelled(word: string, typed: string): boolean {
  const found = misspellings(typed)
  const letters = [...searchText(word)]
  return Boolean(
    found?.others.some((other) =>
      [found.first, ...other].every((letter, at) =>
        letter === '.' ? letters[at] !== undefined : letters[at] === letter,
      ),
    ),
  )
}
