import type { MessageChoice } from '@plumbline/contract/messages.ts'
import { useState } from 'react'

/** The most people who are named. The others are only counted. */
const MAX_NAMES = 3

const inSentence = (words: readonly string[]) =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].join(' and ')

/** The readers of a message in one sentence, which is announced when the choice changes. */
export function ReadersLine({ id, choice }: { id: string; choice: MessageChoice }) {
  return (
    <p id={id} role="status" className="min-w-0 text-sm text-ink-2">
      <Readers key={choice.audience} names={choice.names} />
    </p>
  )
}

/** The office and the first three names. The others are named on request. */
function Readers({ names }: { names: readonly string[] }) {
  const [isExpanded, setExpanded] = useState(false)
  const more = names.length - MAX_NAMES
  const toggle = (label: string) => (
    <button
      type="button"
      aria-expanded={isExpanded}
      onClick={() => setExpanded(!isExpanded)}
      className="underline underline-offset-3 hover:text-ink touch:-my-3 touch:min-h-11"
    >
      {label}
    </button>
  )
  if (names.length === 0) return 'Only the office reads this'
  if (more > 0 && !isExpanded) {
    return (
      <>
        {['Office', ...names.slice(0, MAX_NAMES)].join(', ')} and {toggle(`${more} more`)} read this
      </>
    )
  }
  return (
    <>
      {inSentence(['Office', ...names])} read this
      {more > 0 && <> {toggle('Show fewer')}</>}
    </>
  )
}
