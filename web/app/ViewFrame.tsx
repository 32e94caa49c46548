import type { User } from '@plumbline/contract/people.ts'
import { Eye } from 'lucide-react'
import { screenPath } from '../api/viewAs.ts'
import { Button, buttonVariants } from '../ui/Button.tsx'

/**
 * The frame around a view as another person: the person's name, and a button that returns to the
 * same page as oneself.
 */
export function ViewFrame({ person }: { person: User }) {
  return (
    <>
      <section
        aria-label="View as"
        data-view-bar
        className="no-print sticky top-(--offline-line) z-60 flex h-12 items-center gap-2.5 bg-info pr-2 pl-3.5 text-ground sm:pl-5"
      >
        <Eye aria-hidden className="size-4 shrink-0" />
        <p className="min-w-0 flex-1 text-sm leading-tight">
          <b className="font-bold max-sm:flex">
            <span className="max-sm:truncate">
              Viewing as {person.firstName} {person.lastName}
            </span>
            <span className="shrink-0">, {person.role}.</span>
          </b>{' '}
          <span className="max-sm:block">Nothing can be changed.</span>
          <span className="max-lg:hidden"> Some buttons are hidden.</span>
        </p>
        <Button
          size="sm"
          // A full-screen photo makes everything behind it inert.
          className="shrink-0 inert:opacity-40"
          onClick={() => location.assign(screenPath() + location.search)}
        >
          Leave
        </Button>
      </section>
      <div
        aria-hidden
        className="no-print pointer-events-none fixed inset-0 z-60 border-3 border-info"
      />
    </>
  )
}

interface ViewRefusedProps {
  /** Whether nobody has this id. */
  isMissing: boolean
  /** The address of the same page outside of the view. */
  leaveTo: string
}

/** Shown in place of a view that is not possible. The only way on is to leave it. */
export function ViewRefused({ isMissing, leaveTo }: ViewRefusedProps) {
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
