import { z } from 'zod'
import { route } from './route.ts'

/** What is stored, by whom, and what room is left. Bytes. */
export const Storage = z.object({
  /** Of photos, of jobs and of properties, in all their sizes. */
  photoBytes: z.number().int(),
  receiptBytes: z.number().int(),
  /** The people whose photos take the most, the largest first; at most five. */
  largest: z.array(
    z.object({
      id: z.uuid(),
      firstName: z.string(),
      lastName: z.string(),
      bytes: z.number().int(),
    }),
  ),
  /** On the disk of the data folder. */
  freeBytes: z.number().int(),
  /** Whether so little is left that uploads are refused. */
  isLow: z.boolean(),
  /** Pages of the database that were damaged when they were read; null where the database does not check. */
  checksumFailures: z.number().int().nullable(),
})
export type Storage = z.infer<typeof Storage>

export const storageRoutes = {
  read: route({
    method: 'GET',
    path: '/api/storage',
    summary: 'What pictures and receipts take, and the room that is left',
    may: 'storage.read',
    about: ['photo', 'file'],
    keep: false,
    reply: Storage,
  }),
}
