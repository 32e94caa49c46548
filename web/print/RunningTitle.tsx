/** A text as CSS has it between quotes: it cannot end there, nor end the style around it. */
const quoted = (text: string) =>
  `"${text.replace(/["\\<\p{Cc}]/gu, (letter) => `\\${letter.codePointAt(0)?.toString(16)} `)}"`

/** What every printed page says at its foot, opposite its number (styles.css). */
export function RunningTitle({ text }: { text: string }) {
  return <style>{`@page { @bottom-left { content: ${quoted(text)} } }`}</style>
}
