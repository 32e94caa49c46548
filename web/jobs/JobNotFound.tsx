import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { buttonVariants } from '../ui/Button.tsx'

/** A job that is not there, or not for this person: nobody learns which. */
export function JobNotFound() {
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-start justify-center">
      <h1 className="text-lg tracking-tight">Job not found</h1>
      <p className="mt-2 text-ink-2">It may have been deleted, or it is not one of yours.</p>
      <Link href={paths.jobs()} className={buttonVariants({ className: 'mt-5' })}>
        Back to Jobs
      </Link>
    </div>
  )
}
