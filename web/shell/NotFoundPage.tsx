import { paths } from '../paths.ts'
import { buttonVariants } from '../ui/Button.tsx'

/** An address that is no screen. */
export function NotFoundPage() {
  return (
    <div className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-start justify-center px-5">
      <title>404 Page Not Found · Plumbline</title>
      <h1 className="text-lg tracking-tight">404 Page Not Found</h1>
      <p className="mt-2 text-ink-2">Did you forget to add the page to the router?</p>
      <a href={paths.dashboard()} className={buttonVariants({ className: 'mt-5' })}>
        Back to the start
      </a>
    </div>
  )
}
