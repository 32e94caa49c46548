/** @typedef {import('./tree.js').Source} Source */

const MAX_COLUMNS = 100

/**
 * Beginnings of comments that are neither a noun phrase nor a sentence, each with what to write.
 * The second line of a comment may begin so in lower case.
 */
const ODD_BEGINNINGS = [
  [/^So (many|much|long|often|large|far)\b/, 'The most …, The maximum …'],
  [/^How (many|much|long|often|far)\b/, 'The number of …, The time …'],
  [/^(What|How)\b(?!.*\?$)/, 'The props …, The state …, The way …'],
  [/^(Whom|Whose|To whom|For whom|By whom|Of whom)\b/, 'The people …'],
  [/^(By|At|In|For|With) (which|what)\b/, 'the thing itself'],
  [/^Of (an?|the|those|each|one|what|which|its|their)\b/, 'the thing itself'],
  [/^Since when\b/, 'The time at which …'],
]

/** Comments begin as in other projects, and fit in 100 columns. @param {Source[]} sources */
export function commentsArePlain(sources) {
  return sources.flatMap(({ path, text, comments }) => [
    ...comments.flatMap((comment) => {
      const start = comment.replace(/^[*\s]+/, '').split('\n')[0] ?? ''
      const [, instead] =
        ODD_BEGINNINGS.find(([pattern]) => /** @type {RegExp} */ (pattern).test(start)) ?? []
      return instead ? [`${path}: a comment begins "${start.slice(0, 40)}"; write ${instead}`] : []
    }),
    ...text
      .split('\n')
      .flatMap((line, index) =>
        line.length > MAX_COLUMNS && /^\s*(\*|\/\/|\/\*)/.test(line)
          ? [`${path}:${index + 1}: a comment of ${line.length} columns, at most ${MAX_COLUMNS}`]
          : [],
      ),
  ])
}
