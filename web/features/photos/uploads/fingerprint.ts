/**
 * Identifies a chosen file by the SHA-256 of its bytes. Over plain HTTP, where browsers offer no
 * hashing, it is identified by its name, size and modification time.
 */
export async function fingerprint(file: Blob, name: string): Promise<string> {
  if (!globalThis.isSecureContext)
    return [name, file.size, file instanceof File ? file.lastModified : ''].join(' ')
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
