import { z } from 'zod'
import { route } from './route.ts'

const Backup = z.object({
  id: z.uuid(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The name of its file in the folder of backups. */
  file: z.string(),
  bytes: z.number().int(),
})

const Backups = z.object({
  /** Whether a backup is running. */
  running: z.boolean(),
  /** The latest failed backup, unless a later one succeeded. */
  failure: z.object({ startedAt: z.iso.datetime(), problem: z.string() }).nullable(),
  /** The stored backups, latest first. */
  kept: z.array(Backup),
})
export type Backups = z.infer<typeof Backups>

export const backupRoutes = {
  read: route({
    method: 'GET',
    path: '/api/backups',
    summary: 'The backups on the server, and whether the latest one failed',
    may: 'backup.read',
    about: [],
    keep: false,
    reply: Backups,
  }),
  create: route({
    method: 'POST',
    path: '/api/backups',
    summary:
      'Make a backup now, in the background, unless one is being made; asks for the password again',
    may: 'backup.create',
    reply: z.void(),
    status: 204,
    fails: ['passwordRequired'],
  }),
}
