import { useState } from 'react'

/** How many people are named before the others are only counted. */
const MAX_NAMES = 3

const inSentence = (words: readonly string[]) =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].join(' and ')

/** Who reads a message, in one sentence: the office and the first three names; the others are named on request. */
export function ReadersLine({ id, names }: { id: string; names: readonly string[] }) {
  const [isWhole, setWhole] = useState(false)
  const more = names.length - MAX_NAMES
  const toggle = (label: string) => (
    <button
      type="button"
      aria-expanded={isWhole}
      onClick={() => setWhole(!isWhole)}
      className="underline underline-offset-3 hover:text-ink touch:-my-3 touch:min-h-11"
    >
      {label}
    </button>
  )
  return (
    <p id={id} role="status" className="min-w-0 text-sm text-ink-2">
      {names.length === 0 ? (
        'Only the office reads this'
      ) : more > 0 && !isWhole ? (
        <>
          {['Office', ...names.slice(0, MAX_NAMES)].join(', ')} and {toggle(`${more} more`)} read
          this
        </>
      ) : (
        <>
          {inSentence(['Office', ...names])} read this
          {more > 0 && <> {toggle('Show fewer')}</>}
        </>
      )}
    </p>
  )
}
