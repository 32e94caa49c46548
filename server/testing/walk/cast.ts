import type { Role } from '@plumbline/contract/policy.ts'
import type { Method } from '@plumbline/contract/route.ts'
import type { TestApp } from '../testApp.ts'

/** Somebody who is signed in. */
export interface Walker {
  readonly id: string
  readonly cookie: string
}

/** The answer to a call, which tests read without types. */
type Made = Awaited<ReturnType<TestApp['call']>>['body']

/** A company to walk in: its people, one for each role, who are on one job. */
export interface Cast {
  readonly w: TestApp
  readonly people: Readonly<Record<Role, Walker>>
  readonly picture: Buffer
  /** Makes something as the admin, and answers it. @throws Error unless it succeeds */
  make(url: string, body?: object, method?: Method): Promise<Made>
  /** Uploads a file as the admin, and answers what was made of it. @throws Error unless it succeeds */
  upload(url: string, field: string, fields?: Record<string, string>): Promise<Made>
}
