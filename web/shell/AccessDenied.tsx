import { Lock } from 'lucide-react'
import { paths } from '../paths.ts'
import { buttonVariants } from '../ui/Button.tsx'
import { Link } from './Link.tsx'

/** A screen that is not for this role. `text` is the whole sentence of the page, `Access Denied: …`. */
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
