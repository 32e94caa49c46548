import { z } from 'zod'

// Postgres rejects NUL, and a lone surrogate cannot be encoded as UTF-8.
const storable = (value: string) => !value.includes('\0') && value.isWellFormed()
const MISSING = 'This is required'
const UNSTORABLE = 'Contains characters that cannot be stored'

// Programs paste these with a copied text: spaces without a width, marks and frames of the
// direction of writing, and soft hyphens. With them, one name can look like another.
const PASTED = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** The text without the invisible characters that a paste brings along. */
export const withoutPasted = (value: string) => value.replaceAll(PASTED, '')
// In a name, these join letters of some scripts and parts of emoji; nowhere else.
const withoutJoiners = (value: string) => withoutPasted(value).replaceAll(/[\u200c\u200d]/g, '')
const unchanged = (value: string) => value

// Every text is stored in its composed form: a letter and its accent are one character.
const requiredText = (max: number, missing: string, clean: (value: string) => string) =>
  z
    .string({
      error: (issue) =>
        issue.input === undefined || issue.input === null ? missing : 'Must be text',
    })
    .refine(storable, UNSTORABLE)
    .overwrite(clean)
    .normalize('NFC')
    .trim()
    .min(1, missing)
    .max(max, `At most ${max} characters`)

const nullableText = (max: number, clean: (value: string) => string) =>
  z
    .string('Must be text')
    .refine(storable, UNSTORABLE)
    .overwrite(clean)
    .normalize('NFC')
    .trim()
    .max(max, `At most ${max} characters`)
    .transform((value) => (value === '' ? null : value))
    .nullable()

/** Required text, trimmed, 1 to `max` characters; `missing` is the message when it is empty. */
export const text = (max: number, missing = MISSING) => requiredText(max, missing, unchanged)

/** Optional text, trimmed; empty and null become null. */
export const optionalText = (max: number) => nullableText(max, unchanged)

const inOneLine = (value: string) => withoutPasted(value).replaceAll(/\s+/g, ' ')

/**
 * Required text of a few words by which things are grouped, such as a trade or a city. Invisible
 * characters are taken out; line breaks and tabs, which spreadsheets have, become blanks.
 */
export const phrase = (max: number, missing = MISSING) => requiredText(max, missing, inOneLine)

/** An optional {@link phrase}; empty and null become null. */
export const optionalPhrase = (max: number) => nullableText(max, inOneLine)

const MAX_ADDRESS = 300

/**
 * A required postal address, of one line or several. Other records are matched by it, so that the
 * invisible characters of a paste are taken out.
 */
export const postalAddress = (missing: string) => requiredText(MAX_ADDRESS, missing, withoutPasted)

/** An optional postal address; empty and null become null. */
export const optionalPostalAddress = nullableText(MAX_ADDRESS, withoutPasted)

/** An optional phone number, as it was typed. */
export const optionalPhone = nullableText(50, withoutJoiners)

// Control characters, including line breaks, and characters that change the direction of writing or
// are invisible: with them, one name can look like another. The joiners that some scripts and emoji
// need are allowed.
const MISLEADING =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb]/u
const UNUSABLE = 'Contains characters that cannot be used'
const isPlain = (value: string) => !MISLEADING.test(value)

/** Whether the text has a visible character. Empty text passes, because it has its own message. */
const isVisible = (value: string) =>
  value === '' || /[^\s\p{Default_Ignorable_Code_Point}]/u.test(value)

/**
 * Required text of one line, such as a name or a title: {@link text} without misleading characters.
 * Invisible ones are taken out, control characters are refused.
 */
export const line = (max: number, missing = MISSING) =>
  requiredText(max, missing, withoutPasted).refine(isPlain, UNUSABLE).refine(isVisible, missing)

/**
 * Any text as one line, for emails and the log: a space replaces each character that no
 * {@link line} contains.
 */
export const asLine = (value: string) =>
  [...value].map((one) => (isPlain(one) ? one : ' ')).join('')

/** Optional text of one line. */
export const optionalLine = (max: number) =>
  nullableText(max, withoutPasted).refine((value) => value === null || isPlain(value), UNUSABLE)

/** The part of the platform's URL that reads a domain, on either side. */
declare const URL: new (address: string) => { readonly hostname: string }

const INTERNATIONAL_DOMAIN = /^(?=.*\P{ASCII})[\p{L}\p{M}\p{N}.。．｡-]+$/u

/**
 * The address with an international domain in the form in which mail servers know it:
 * `info@müller.example` is `info@xn--mller-kva.example`. Any other text is returned as it is.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (at === 0 || !INTERNATIONAL_DOMAIN.test(domain)) return address
  try {
    return address.slice(0, at) + new URL(`http://${domain}`).hostname
  } catch {
    return address
  }
}

const MAX_EMAIL = 254

/** The rule of the email field in browsers: nothing in it ends an address, a header or a line. */
const validEmail = z
  .email({ pattern: z.regexes.html5Email, error: 'Enter a valid email address' })
  .max(MAX_EMAIL, `At most ${MAX_EMAIL} characters`)

/** An email address as somebody types it to sign in, in the form in which it is stored. */
export const typedEmail = (value: string) => withAsciiDomain(withoutJoiners(value).trim())

/** A required email address; stored as entered, compared case-insensitively. */
export const email = requiredText(MAX_EMAIL, 'Email is required', withoutJoiners)
  .transform(withAsciiDomain)
  .pipe(validEmail)

/** An optional email address; empty becomes null. */
export const optionalEmail = nullableText(MAX_EMAIL, withoutJoiners)
  .transform((address) => address && withAsciiDomain(address))
  .pipe(validEmail.nullable())

/** An id of any table: a UUID of any version, in lower case as the database writes it. */
export const id = z.guid('Not a valid id').toLowerCase()

/**
 * The ids of the things that one request changes: at least one, and at most `max`. `noun` names the
 * things in messages.
 */
export const severalIds = (noun: string, max: number) =>
  z
    .array(id, `Choose the ${noun}`)
    .min(1, `Choose the ${noun}`)
    .max(max, `At most ${max} ${noun} at once`)

/** A search text from a query string. */
export const search = z
  .string()
  .refine(storable, UNSTORABLE)
  .overwrite(withoutPasted)
  .normalize('NFC')
  .trim()
  .max(200)
  .optional()

/** An id that may be empty: `""` and null become null. */
export const optionalId = z.union(
  [z.literal('').transform(() => null), z.null(), id],
  'Not a valid id',
)

const ID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Whether the text has the form of an id; anything else cannot match a record. The same check as
 * {@link id}, without zod.
 */
export const isId = (value: string): boolean => ID_PATTERN.test(value)

/** A typed code: six digits from the authenticator app, or a recovery code in any grouping. */
export const typedCode = z
  .string('Enter the code')
  .max(100, 'That is too long for a code')
  .refine((value) => value.isWellFormed(), 'Contains characters that cannot be used')
  .trim()
  .min(1, 'Enter the code')
