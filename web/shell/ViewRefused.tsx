import { buttonVariants } from '../ui/Button.tsx'

interface ViewRefusedProps {
  /** There is nobody with this id. */
  isMissing: boolean
  /** The same page as oneself. */
  leaveTo: string
}

/** In place of a view that there cannot be; the only way on is out of it. */
export default function ViewRefused({ isMissing, leaveTo }: ViewRefusedProps) {
  const title = isMissing ? 'This person no longer exists' : 'This person cannot be viewed'
  return (
    <main
      role="alert"
      className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-start justify-center px-5"
    >
      <title>{`${title} · Plumbline`}</title>
      <h1 className="text-lg tracking-tight">{title}</h1>
      <p className="mt-2 text-ink-2">Admins can view as the subs and clients of the company.</p>
      <a href={leaveTo} className={buttonVariants({ variant: 'primary', className: 'mt-5' })}>
        Leave
      </a>
    </main>
  )
}
