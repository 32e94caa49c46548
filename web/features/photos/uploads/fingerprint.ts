/**
 * What tells a chosen file from others: the SHA-256 of its bytes. Over plain http browsers do not make one; then its name, size
 * and time have to do.
 */
export async function fingerprint(file: Blob, name: string): Promise<string> {
  if (!globalThis.isSecureContext)
    return [name, file.size, file instanceof File ? file.lastModified : ''].join(' ')
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
