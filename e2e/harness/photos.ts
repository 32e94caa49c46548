import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Caller } from './caller.ts'
import type { Server } from './server.ts'

/** What a phone or a browser would send. */
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

/** Uploads a picture as a browser's form does; whatever comes back. */
export async function sendPhoto(
  caller: Caller,
  { content, name = 'IMG_0001.JPG', type = 'image/jpeg' }: PictureFile,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer<SentPhoto>> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('photo', new File([new Uint8Array(content)], name, { type }))
  const reply = await fetch(`${caller.url}/api/photos`, {
    method: 'POST',
    headers: { cookie: caller.cookie, ...headers },
    body: form,
  })
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as SentPhoto }
}

/** The bytes of a picture. @throws Error when it is not given */
export async function pictureOf(caller: Caller, url: string): Promise<Uint8Array> {
  const reply = await fetch(caller.url + url, { headers: { cookie: caller.cookie } })
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

/** What lies in the server's file store, and what uploads have left behind. */
export function filesOf(server: Server): { kept: string[]; left: string[] } {
  return {
    kept: namesIn(join(server.dataDir, 'files/photos')),
    left: namesIn(join(server.dataDir, 'uploads')),
  }
}
