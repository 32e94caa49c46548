import type { Db } from '../db/handle.ts'
import type { ExpectedFile } from '../files/integrity.ts'
import { photoFiles } from '../photos/queries.ts'
import { rentalFiles } from '../rentals/queries.ts'
import { companyFiles } from '../settings/queries.ts'

/** Every file that a row refers to. */
export async function* allFiles(db: Db): AsyncGenerator<ExpectedFile> {
  yield* photoFiles(db)
  yield* rentalFiles(db)
  yield* await companyFiles(db)
}
