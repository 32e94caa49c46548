import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, ApiClient } from './apiClient.ts'
import type { Server } from './server.ts'

/** A picture file as a browser uploads it. */
export interface PictureFile {
  readonly content: Uint8Array
  readonly name?: string
  readonly type?: string
}

export interface SentPhoto {
  readonly id: string
  readonly url: string
  readonly code?: string
}

/** Uploads a picture as a browser's form does and returns the response, whatever its status. */
export async function sendPhoto(
  api: ApiClient,
  { content, name = 'IMG_0001.JPG', type = 'image/jpeg' }: PictureFile,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer<SentPhoto>> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('photo', new File([new Uint8Array(content)], name, { type }))
  const reply = await fetch(`${api.url}/api/photos`, {
    method: 'POST',
    headers: { cookie: api.cookie, ...headers },
    body: form,
  })
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as SentPhoto }
}

/** The bytes of a picture. @throws Error unless it is served */
export async function pictureOf(api: ApiClient, url: string): Promise<Uint8Array> {
  const reply = await fetch(api.url + url, { headers: { cookie: api.cookie } })
  if (!reply.ok) throw new Error(`GET ${url} answered ${reply.status}`)
  return new Uint8Array(await reply.arrayBuffer())
}

const namesIn = (folder: string) => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The files of photos in the server's file store, and those left in the folder for uploads. */
export function filesOf(server: Server): { stored: string[]; uploads: string[] } {
  return {
    stored: namesIn(join(server.dataDir, 'files/photos')),
    uploads: namesIn(join(server.dataDir, 'uploads')),
  }
}

/**
 * Resolves once the large sizes of all photos are made, which an upload does not wait for, and nothing is being processed.
 * @throws Error when that takes longer than a minute
 */
export async function photosAreMade(server: Server): Promise<void> {
  for (const end = performance.now() + 60_000; ; await sleep(20)) {
    const { stored, uploads } = filesOf(server)
    const made = (size: string) => stored.filter((name) => name.endsWith(`-${size}`)).length
    const missing = made('thumb') - made('full')
    if (missing === 0 && uploads.length === 0) return
    if (performance.now() > end)
      throw new Error(`${missing} large sizes are missing, and left are: ${uploads.join(' ')}`)
  }
}
