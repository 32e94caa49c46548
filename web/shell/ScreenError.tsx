import type { ErrorComponentProps } from '@tanstack/react-router'
import { isUnauthorized } from '../api/unauthorized.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { ErrorPage } from './ErrorPage.tsx'

/** In place of a screen that could not be shown. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  // After a 401 the browser is about to leave for the sign-in page: no error is shown on the way.
  if (isUnauthorized(error)) return <Spinner />
  return <ErrorPage error={error} onRetry={reset} />
}
