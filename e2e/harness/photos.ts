import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient, ApiResponse } from './apiClient.ts'
import type { Server } from './server.ts'

/** A picture file to upload. */
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

/** Uploads a picture as a browser form does. @returns the response, whatever its status */
export async function sendPhoto(
  api: ApiClient,
  { content, name = 'IMG_0001.JPG', type = 'image/jpeg' }: PictureFile,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<ApiResponse<SentPhoto>> {
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

/** Downloads a picture. @throws Error when the response is an error */
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

/**
 * The names of the photo files in the server's file store, and of the files in its folder for
 * uploads.
 */
export function filesOf(server: Server): { stored: string[]; uploads: string[] } {
  return {
    stored: namesIn(join(server.dataDir, 'files/photos')),
    uploads: namesIn(join(server.dataDir, 'uploads')),
  }
}

/**
 * Waits until the large sizes of all photos are stored, which an upload does not wait for, and
 * nothing is being processed.
 * @throws Error after a minute
 */
export async function waitForPhotoSizes(server: Server): Promise<void> {
  for (const end = performance.now() + 60_000; ; await sleep(20)) {
    const { stored, uploads } = filesOf(server)
    const count = (size: string) => stored.filter((name) => name.endsWith(`-${size}`)).length
    const missing = count('thumb') - count('full')
    if (missing === 0 && uploads.length === 0) return
    if (performance.now() > end)
      throw new Error(`${missing} large sizes are missing, and left are: ${uploads.join(' ')}`)
  }
}
