/** A text as a CSS string, escaped so that it can end neither the string nor the style element. */
const quoted = (text: string) =>
  `"${text.replace(/["\\<\p{Cc}]/gu, (letter) => `\\${letter.codePointAt(0)?.toString(16)} `)}"`

/** The text at the foot of every printed page, opposite the page number (styles.css). */
export function RunningTitle({ text }: { text: string }) {
  return <style>{`@page { @bottom-left { content: ${quoted(text)} } }`}</style>
}
