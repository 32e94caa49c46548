import { z } from 'zod'
import { id } from './text.ts'

/** The ids of photos that somebody chose, each once and in their order. */
export const chosenPhotos = (most: number) =>
  z
    .array(id, 'Send a list of photo ids')
    .max(most, `At most ${most} photos`)
    .transform((ids) => [...new Set(ids)])
