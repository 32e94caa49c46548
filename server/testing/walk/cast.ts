import type { Role } from '@plumbline/contract/policy.ts'
import type { Method } from '@plumbline/contract/route.ts'
import type { TestApp } from '../testApp.ts'

/** A signed-in person. */
export interface Walker {
  readonly id: string
  readonly cookie: string
}

/** The body of a response, which tests read without types. */
type Made = Awaited<ReturnType<TestApp['call']>>['body']

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
