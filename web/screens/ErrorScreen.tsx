import { ApiError } from '../api/call.ts'
import { NetworkError } from '../api/connection.ts'
import { viewBase } from '../api/viewAs.ts'
import { paths } from '../paths.ts'
import { Button, buttonVariants } from '../ui/Button.tsx'

const titleOf = (error: unknown) =>
  error instanceof NetworkError ? 'The server cannot be reached' : 'Something went wrong'

/** A description of the error: the server's own message if it sent one. */
function sentence(error: unknown): string {
  // The service worker has no cached reply either.
  if (error instanceof NetworkError)
    return 'This page is not stored in this browser. Check your connection and try again.'
  if (error instanceof ApiError) return error.reason ?? error.message
  return error instanceof Error ? error.message : 'The page could not be shown.'
}

interface ErrorScreenProps {
  error: unknown
  onRetry: () => void
  /** The address that leaves a view as another person, while its bar is not shown. */
  leaveTo?: string | undefined
}

/** Shown in place of a screen that failed: what happened and what to do. */
export function ErrorScreen({ error, onRetry, leaveTo }: ErrorScreenProps) {
  return (
    <div
      role="alert"
      className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-start justify-center px-5"
    >
      <h1 className="text-lg tracking-tight">{titleOf(error)}</h1>
      <p className="mt-2 text-ink-2">{sentence(error)}</p>
      <p className="mt-1 text-ink-2">Your saved data is not affected.</p>
      <div className="mt-5 flex gap-2">
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
        <Button onClick={() => location.reload()}>Reload page</Button>
        {leaveTo && (
          <a href={leaveTo} className={buttonVariants()}>
            Leave
          </a>
        )}
      </div>
    </div>
  )
}

/** Shown at an address without a screen. */
export function NotFoundScreen() {
  return (
    <div className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-start justify-center px-5">
      <title>404 Page Not Found · Plumbline</title>
      <h1 className="text-lg tracking-tight">404 Page Not Found</h1>
      <p className="mt-2 text-ink-2">Did you forget to add the page to the router?</p>
      <a href={viewBase() + paths.dashboard()} className={buttonVariants({ className: 'mt-5' })}>
        Back to Dashboard
      </a>
    </div>
  )
}
