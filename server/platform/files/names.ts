/** The most characters of one name in the zip file, since paths on Windows are short. */
const MAX_NAME = 60
/**
 * Characters that some system interprets: separators, wildcards, control characters, text direction
 * marks.
 */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * Turns a text from a person into a folder name that is valid on any system; `otherwise` if nothing
 * of it remains.
 */
export function safeName(text: string, otherwise: string): string {
  const plain = text.normalize('NFC').replace(FORBIDDEN, ' ').replaceAll(/\s+/g, ' ')
  // The name is neither hidden nor a parent folder. Windows drops dots and spaces at the end.
  const name = [...plain.replace(/^[. ]+/, '')]
    .slice(0, MAX_NAME)
    .join('')
    .replace(/[. ]+$/, '')
  if (name === '') return otherwise
  return RESERVED.test(name) ? `_${name}` : name
}

/** The extension of a file's name, by its content type. */
export const extensions: Readonly<Record<string, string>> = {
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
  /** The part of the file name before the end of the id. */
  readonly prefix: string
  readonly id: string
  readonly contentType: string
}

/** Makes a unique path for every file of a zip, also on case-insensitive file systems. */
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
