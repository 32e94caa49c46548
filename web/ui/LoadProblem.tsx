import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'

/** A part of a page that could not be read, and the way to try again; the rest of the page stands. */
export function LoadProblem({
  what,
  pending,
  onRetry,
}: {
  what: string
  pending: boolean
  onRetry: () => void
}) {
  return (
    <Alert>
      <p>{what} could not be loaded.</p>
      <Button size="sm" pending={pending} onClick={onRetry} className="mt-2">
        Try again
      </Button>
    </Alert>
  )
}
