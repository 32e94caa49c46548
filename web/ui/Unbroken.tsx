interface UnbrokenProps {
  /** The whole text. */
  text: string
  /** The part that stays on one line, such as a number with hyphens; null for none. */
  part: string | null
}

/** A text of which a part is not broken at the end of a line. */
export function Unbroken({ text, part }: UnbrokenProps) {
  const at = part ? text.indexOf(part) : -1
  if (!part || at === -1) return text
  return (
    <>
      {text.slice(0, at)}
      <span className="whitespace-nowrap">{part}</span>
      {text.slice(at + part.length)}
    </>
  )
}
