import { readdirSync } from 'node:fs'
import { join } from 'node:path'
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
