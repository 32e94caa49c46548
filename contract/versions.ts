import { z } from 'zod'
import { id } from './text.ts'

/** The versions of entries by their ids, as returned by a preview. */
export const Versions = z.record(id, z.iso.datetime(), 'Send versions by the ids of entries')
export type Versions = z.infer<typeof Versions>

/** The hash of the moves in a preview. */
export const Digest = z.string('Must be text').max(100, 'At most 100 characters')
