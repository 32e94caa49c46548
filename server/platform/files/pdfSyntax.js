const [LINE, RETURN, OPEN, CLOSE, LESS, MORE, ESCAPE, COMMENT] = Buffer.from('\n\r()<>\\%')
/** @type {Set<number | undefined>} */
const blanks = new Set(Buffer.from('\0\t\n\f\r '))

/**
 * The offset of the next byte that is neither white space nor in a comment.
 * @param {Buffer} file
 * @param {number} start
 */
export function afterBlanks(file, start) {
  for (let at = start; at < file.length; at++) {
    if (file[at] === COMMENT) at = endOfLine(file, at)
    else if (!blanks.has(file[at])) return at
  }
  return file.length
}

/**
 * The offset after the dictionary at `start`: `start` if there is none, the end of the file if it
 * does not end.
 * @param {Buffer} file
 * @param {number} start
 */
export function endOfDictionary(file, start) {
  let depth = 0
  for (let at = start; at < file.length; at++) {
    const isDouble = file[at] === file[at + 1]
    if (file[at] === LESS && isDouble) {
      depth++
      at++
    } else if (depth === 0) return start
    else if (file[at] === MORE && isDouble) {
      depth--
      at++
      if (depth === 0) return at + 1
    } else if (file[at] === LESS) at = endOfHexString(file, at)
    else if (file[at] === OPEN) at = endOfText(file, at)
    else if (file[at] === COMMENT) at = endOfLine(file, at)
  }
  return file.length
}

/** @param {Buffer} file @param {number} start */
function endOfLine(file, start) {
  let at = start
  while (at < file.length && file[at] !== LINE && file[at] !== RETURN) at++
  return at
}

/**
 * The end of a hexadecimal string.
 * @param {Buffer} file
 * @param {number} start
 */
function endOfHexString(file, start) {
  const end = file.indexOf('>', start)
  return end < 0 ? file.length : end
}

/**
 * The offset of the parenthesis that closes the one at `start`.
 * @param {Buffer} file
 * @param {number} start
 */
function endOfText(file, start) {
  let depth = 0
  for (let at = start; at < file.length; at++) {
    if (file[at] === ESCAPE) at++
    else if (file[at] === OPEN) depth++
    else if (file[at] === CLOSE) depth--
    if (depth === 0) return at
  }
  return file.length
}
