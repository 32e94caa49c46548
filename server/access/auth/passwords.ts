import { hash, type Options, verify } from '@node-rs/argon2'
import { PASSWORD_LENGTH } from '@plumbline/contract/auth.ts'
import { takeTurns } from '../../platform/limits/turns.ts'
import { commonPhrases, commonWords } from './commonPasswords.ts'

/** argon2id (the default of the library) with 19 MiB, two passes, one lane. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes passwords, and checks them against a hash. */
export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Whether the password matches the hash. Without a hash, it does the same work and returns false.
   * @param network where it comes from. Networks take turns, so that one that tries many passwords
   *   does not delay the others
   */
  matches(stored: string | null | undefined, password: string, network?: string): Promise<boolean>
  /** Whether a hash was made with parameters other than the current ones. */
  isOutdated(stored: string): boolean
  /** The number of hashes made or checked, which are the costly part of a sign-in. */
  count(): number
}

/**
 * Opens the password hashing. Two hashes run at once, and up to 100 of a network and 200 of all
 * wait: each takes 19 MiB, and a core for about 30 ms.
 * @param cost the parameters of new hashes. Cheaper than the default only in tests that are not
 *   about hashing
 */
export function openPasswords(cost: Options = COST): Passwords {
  const inTurn = takeTurns({ all: 2 }, { all: 200, each: 100 })
  let count = 0
  const hashing = <T>(work: () => Promise<T>, network = ''): Promise<T> =>
    inTurn(network, () => work().finally(() => count++))
  /** The prefix of every hash with these parameters. */
  const prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  /**
   * A hash that no password matches, made once. It is checked when there is no account, so that
   * both cases take the same time.
   */
  let dummyHash: Promise<string> | undefined
  return {
    hash: (password) => hashing(() => hash(canonical(password), cost)),
    async matches(stored, password, network) {
      dummyHash ??= hash(crypto.randomUUID(), cost)
      const expected = stored ?? (await dummyHash)
      const matches = await hashing(() => verify(expected, canonical(password)), network)
      return matches && stored !== null && stored !== undefined
    },
    isOutdated: (stored) => !stored.startsWith(prefix),
    count: () => count,
  }
}

// The same text gets the same hash, however the keyboard composed its accents.
const canonical = (password: string) => password.normalize('NFKC')

const KEYBOARD = [
  '`1234567890-=',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'abcdefghijklmnopqrstuvwxyz',
]
const MIN_RUN = 4

const reversed = (text: string) => [...text].reverse().join('')
const runs = KEYBOARD.flatMap((row) => [row + row, reversed(row + row)])

/**
 * The text without runs of four or more characters that count up, spell the alphabet or follow the
 * keyboard.
 */
function withoutRuns(text: string): string {
  let rest = ''
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + MIN_RUN, text.length)
    if (end - at < MIN_RUN || !runs.some((run) => run.includes(text.slice(at, end))))
      rest += text[at++]
    else {
      while (end < text.length && runs.some((run) => run.includes(text.slice(at, end + 1)))) end++
      at = end
    }
  }
  return rest
}

const SUBSTITUTIONS: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const plain = (text: string) => [...text].map((letter) => SUBSTITUTIONS[letter] ?? letter).join('')

const without = (text: string, words: readonly string[]) =>
  words.reduce((rest, word) => rest.replaceAll(word, ''), text)

/** The minimum number of characters besides well-known words. */
const MIN_REMAINING_CHARACTERS = 8
const variety = (text: string) => new Set(text).size

/**
 * The reason a password is refused, as a sentence, or undefined if it is good. `own` are the names
 * of the person and the company.
 */
export function passwordProblem(password: string, own: readonly string[]): string | undefined {
  const text = canonical(password)
  const length = [...text].length
  if (length < PASSWORD_LENGTH.min) return `Use at least ${PASSWORD_LENGTH.min} characters`
  if (length > PASSWORD_LENGTH.max) return `Use at most ${PASSWORD_LENGTH.max} characters`
  const lower = text.toLowerCase()
  if (variety(lower) < 5 || /^(.{1,6}?)\1+.{0,5}$/su.test(lower))
    return 'It repeats the same few characters'
  if (withoutRuns(lower).length < MIN_REMAINING_CHARACTERS)
    return 'It only counts up or follows the keyboard'
  const forms = [lower, plain(lower)]
  const lettersAndDigits = (form: string) => form.replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (forms.some((form) => commonPhrases.has(lettersAndDigits(form))))
    return 'It is one of the most common passwords'
  if (
    forms.some((form) => without(withoutRuns(form), commonWords).length < MIN_REMAINING_CHARACTERS)
  ) {
    return 'It is built from one of the most common passwords'
  }
  const known = own
    .flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= 3)
  const joined = own.map((word) => lettersAndDigits(word.toLowerCase()))
  const ownWords = [...joined, ...known]
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)
  if (
    forms.some(
      (form) =>
        without(without(withoutRuns(form), ownWords), commonWords).length <
        MIN_REMAINING_CHARACTERS,
    )
  ) {
    return 'It is built from your name, your email or the name of the company'
  }
  return undefined
}
