import { z } from 'zod'
import { route } from './route.ts'

/** The storage in use, the people who use the most, and the free space in bytes; the server. */
export const Storage = z.object({
  /** The photos of jobs and of properties, in all their sizes. */
  photoBytes: z.number().int(),
  receiptBytes: z.number().int(),
  /** The people whose photos use the most space, largest first; at most five. */
  largest: z.array(
    z.object({
      id: z.uuid(),
      firstName: z.string(),
      lastName: z.string(),
      bytes: z.number().int(),
    }),
  ),
  /** Free space on the disk of the data folder. */
  freeBytes: z.number().int(),
  /** Whether the free space is so low that uploads are refused. */
  isLow: z.boolean(),
  /**
   * The number of damaged database pages found when reading; null if the database does not check.
   */
  checksumFailures: z.number().int().nullable(),
  /** The version of Postgres, and whether it is the one that the program runs itself. */
  postgresVersion: z.string(),
  ownPostgres: z.boolean(),
  /** Whether a proxy forwards requests whose address is not believed, for lack of a setting. */
  untrustedProxy: z.boolean(),
})
export type Storage = z.infer<typeof Storage>

export const storageRoutes = {
  read: route({
    method: 'GET',
    path: '/api/storage',
    summary: 'What pictures and receipts take, the room that is left, and the server',
    may: 'storage.read',
    about: ['photo', 'file'],
    keep: false,
    reply: Storage,
  }),
}
