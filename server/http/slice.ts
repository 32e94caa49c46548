import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import type { PhotoRenditions } from '../features/photos/renditions.ts'
import type { Db } from '../platform/db/handle.ts'
import type { Serve } from './serve.ts'
import type { Services } from './services.ts'

/** What maintenance works with. Several nodes may do it at the same time. */
export interface MaintenanceParts {
  readonly db: Db
  readonly renditions: PhotoRenditions
  readonly now: Date
}
type Task = (parts: MaintenanceParts) => Promise<unknown>

/** What a slice brings to the program, which reads it off the list in `features/slices.ts`. */
export interface Slice {
  /** Binds its rows of the contract. */
  readonly routes?: (serve: Serve) => void
  /** Pages, forms and streams, which are no rows. */
  readonly pages?: (api: FastifyInstance, services: Services) => void
  /** Its tables that hold the company's data: each is a file of an export. */
  readonly exported?: readonly PgTable[]
  /** Columns of those tables that no export holds, such as the hashes of secret links. */
  readonly secrets?: readonly PgColumn[]
  readonly everyMinute?: Task
  readonly everyHour?: Task
}
