import type { Role } from '@plumbline/contract/policy.ts'
import type { Method } from '@plumbline/contract/route.ts'
import type { TestApp } from '../testApp.ts'

let count = 0
/** A number for unique names and addresses. */
export const next = () => ++count

/** A form with a file, as a browser sends it. */
export function formOf(field: string, content: Uint8Array, name: string, fields = {}): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries<string>(fields)) form.append(key, value)
  const type = name.endsWith('.jpg') ? 'image/jpeg' : ''
  form.append(field, new File([new Uint8Array(content)], name, { type }))
  return form
}

/** A signed-in person. */
export interface Walker {
  readonly id: string
  readonly cookie: string
}

/** The body of a response, which tests read without types. */
export type Made = Awaited<ReturnType<TestApp['call']>>['body']

/** A company for the walk: its people, one for each role, who are on one job. */
export interface Cast {
  readonly w: TestApp
  readonly people: Readonly<Record<Role, Walker>>
  readonly picture: Buffer
  /**
   * Creates something as the admin.
   * @returns the body of the response
   * @throws Error unless it succeeds
   */
  make(url: string, body?: object, method?: Method): Promise<Made>
  /**
   * Uploads a file as the admin.
   * @returns the body of the response
   * @throws Error unless it succeeds
   */
  upload(url: string, field: string, fields?: Record<string, string>): Promise<Made>
}

/** The company of the walk with the things that it reads. */
export interface Stage extends Cast {
  /** The ids of the things that the walk reads, by the path of their list. */
  readonly ids: ReadonlyMap<string, string>
  /**
   * The id of the thing in a list.
   * @throws Error when there is none
   */
  id(list: string): string
  /** A job that neither the sub nor the client is on. */
  readonly otherJob: string
}
