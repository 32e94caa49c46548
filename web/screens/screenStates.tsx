import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { isUnauthorized, lacksSecondFactor } from '../api/unauthorized.ts'
import { paths } from '../paths.ts'
import { buttonVariants } from '../ui/Button.tsx'
import { Spinner } from '../ui/Loading.tsx'
import { ErrorScreen } from './ErrorScreen.tsx'
import { Link } from './Link.tsx'

/**
 * Shown in place of a screen that this role may not open. `text` is the whole sentence, `Access
 * Denied: …`.
 */
export function AccessDenied({ text }: { text: string }) {
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-start justify-center">
      <Lock aria-hidden className="mb-3 size-6 text-ink-3" />
      <h1 className="text-md">{text}</h1>
      <Link href={paths.dashboard()} className={buttonVariants({ className: 'mt-5' })}>
        Back to Dashboard
      </Link>
    </div>
  )
}

/** The error boundary of every screen. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  // The browser is about to open the sign-in page or the account. No error is shown meanwhile.
  if (isUnauthorized(error) || lacksSecondFactor(error)) return <Spinner />
  // This fetches the screen's code again as well.
  const retry = () => void router.invalidate().finally(reset)
  return <ErrorScreen error={error} onRetry={retry} />
}
