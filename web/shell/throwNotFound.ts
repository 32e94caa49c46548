import { notFound } from '@tanstack/react-router'
import { isMissing } from '../api/call.ts'

/** For a loader: a 404 shows the route's not-found component, every other error the error page. */
export function throwNotFound(error: unknown): never {
  throw isMissing(error) ? notFound() : error
}

/** For the part of a screen that says itself that it could not be read. */
export const ignore = () => undefined
