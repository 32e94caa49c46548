import { z } from 'zod'

// NUL is refused by Postgres, and a lone surrogate cannot be encoded as UTF-8: both are refused
// here.
const storable = (value: string) => !value.includes('\0') && value.isWellFormed()
const MISSING = 'This is required'
const UNSTORABLE = 'Contains characters that cannot be stored'

/** Required text, trimmed, 1 to `max` characters; `missing` is the message when it is empty. */
export const text = (max: number, missing = MISSING) =>
  z
    .string({
      error: (issue) =>
        issue.input === undefined || issue.input === null ? missing : 'Must be text',
    })
    .refine(storable, UNSTORABLE)
    .trim()
    .min(1, missing)
    .max(max, `At most ${max} characters`)

/** Optional text: trimmed; empty, null and absent-but-sent become null. */
export const optionalText = (max: number) =>
  z
    .string('Must be text')
    .refine(storable, UNSTORABLE)
    .trim()
    .max(max, `At most ${max} characters`)
    .transform((value) => (value === '' ? null : value))
    .nullable()

// Control characters, line breaks among them, and characters that turn the direction of writing or show nothing: with them
// a name looks like another one. The joiners that some scripts and emoji are written with are none of them.
const MISLEADING =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb]/u
const UNUSABLE = 'Contains characters that cannot be used'
const isPlain = (value: string) => !MISLEADING.test(value)

/** Whether something of the text can be seen; that it is empty is said already. */
const isVisible = (value: string) =>
  value === '' || /[^\s\p{Default_Ignorable_Code_Point}]/u.test(value)

/** Required text of one line, as names and titles are: {@link text} without characters that mislead or show nothing. */
export const line = (max: number, missing?: string) =>
  text(max, missing)
    .refine(isPlain, UNUSABLE)
    .refine(isVisible, missing ?? MISSING)

/** Any text as one line, for emails and the log: a blank stands for what {@link line} refuses. */
export const asLine = (value: string) =>
  [...value].map((one) => (isPlain(one) ? one : ' ')).join('')

/** Optional text of one line. */
export const optionalLine = (max: number) =>
  optionalText(max).refine((value) => value === null || isPlain(value), UNUSABLE)

const EMAIL = 'Enter a valid email address'

/** A required email address; stored as entered, compared case-insensitively. */
export const email = text(254, 'Email is required').pipe(z.email(EMAIL))

/** An optional email address; empty becomes null. */
export const optionalEmail = optionalText(254).pipe(z.email(EMAIL).nullable())

/** An id as every table has it: a UUID of any version, in lower case as the database writes it. */
export const id = z.guid('Not a valid id').toLowerCase()

/** The ids of several things that are changed at once, which `noun` names: one at least, and at most `max`. */
export const severalIds = (noun: string, max: number) =>
  z
    .array(id, `Choose the ${noun}`)
    .min(1, `Choose the ${noun}`)
    .max(max, `At most ${max} ${noun} at once`)

/** A search text from an address. */
export const search = z.string().refine(storable, UNSTORABLE).trim().max(200).optional()

/** An id that may be empty: `""` and null become null. */
export const optionalId = z.union(
  [z.literal('').transform(() => null), z.null(), id],
  'Not a valid id',
)

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether the text has the form of an id; anything else cannot match a record. Says what {@link id} says, without zod. */
export const isId = (value: string): boolean => ID.test(value)

/** A typed code: six digits of the app or a recovery code, in whatever groups. */
export const typedCode = z
  .string('Enter the code')
  .max(100, 'That is too long for a code')
  .refine((value) => value.isWellFormed(), 'Contains characters that cannot be used')
  .trim()
  .min(1, 'Enter the code')
