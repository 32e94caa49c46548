import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import type { PhotoRenditions } from '../features/photos/renditions.ts'
import type { Db } from '../platform/db/handle.ts'
import type { FileStore } from '../platform/files/store.ts'
import type { Serve } from './serve.ts'
import type { Services } from './services.ts'

/** The input of a maintenance task. Several nodes may run it at the same time. */
export interface MaintenanceParts {
  readonly db: Db
  readonly renditions: PhotoRenditions
  readonly files: FileStore
  readonly dataDir: string
  readonly now: Date
}
type Task = (parts: MaintenanceParts) => Promise<unknown>

/**
 * The parts that a slice adds to the program, which reads them from the list in
 * `features/slices.ts`.
 */
export interface Slice {
  /** Binds its rows of the contract. */
  readonly routes?: (serve: Serve) => void
  /** Adds pages, forms and streams, which are not rows of the contract. */
  readonly pages?: (api: FastifyInstance, services: Services) => void
  /** Its tables with company data. Each one is a file of an export. */
  readonly exported?: readonly PgTable[]
  /** Columns of those tables that are left out of exports, such as the hashes of secret links. */
  readonly secrets?: readonly PgColumn[]
  readonly everyMinute?: Task
  readonly everyHour?: Task
}
