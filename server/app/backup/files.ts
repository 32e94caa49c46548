import { companyFiles } from '../../access/company/queries.ts'
import { photoFiles } from '../../features/photos/queries.ts'
import { proposalFiles } from '../../features/proposals/copies.ts'
import { rentalFiles } from '../../features/rentals/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { ExpectedFile } from '../../platform/files/integrity.ts'

/** Every file that a row refers to. */
export async function* allFiles(db: Db): AsyncGenerator<ExpectedFile> {
  yield* photoFiles(db)
  yield* rentalFiles(db)
  yield* proposalFiles(db)
  yield* await companyFiles(db)
}
