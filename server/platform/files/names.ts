/** The most characters of one name in the zip file; the paths of Windows are short. */
const MAX_NAME = 60
/** What some system takes for more than text: separators, wildcards, control characters, the marks of writing directions. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** A text from a person as the name of a folder on any system; `otherwise` when nothing is left of it. */
export function safeName(text: string, otherwise: string): string {
  const plain = text.normalize('NFC').replace(FORBIDDEN, ' ').replaceAll(/\s+/g, ' ')
  // Neither hidden nor a way up; Windows drops dots and spaces at the end.
  const name = [...plain.replace(/^[. ]+/, '')]
    .slice(0, MAX_NAME)
    .join('')
    .replace(/[. ]+$/, '')
  if (name === '') return otherwise
  return RESERVED.test(name) ? `_${name}` : name
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
}

export interface NamedFile {
  readonly folder: string
  /** What stands before the end of the id. */
  readonly prefix: string
  readonly id: string
  readonly contentType: string
}

/** Gives every file of a zip a path of its own, also where capitals make no difference. */
export function pathMaker(): (file: NamedFile) => string {
  const taken = new Set<string>()
  return ({ folder, prefix, id, contentType }) => {
    const extension = extensions[contentType] ?? 'bin'
    const named = (ending: string) => `${folder}/${prefix}-${ending}.${extension}`
    const short = named(id.slice(-6))
    const path = taken.has(short.toLowerCase()) ? named(id) : short
    taken.add(path.toLowerCase())
    return path
  }
}
