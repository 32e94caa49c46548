import type { User } from '@plumbline/contract/people.ts'
import { Eye } from 'lucide-react'
import { screenPath } from '../boot/viewAs.ts'
import { Button } from '../ui/Button.tsx'

/** The frame around all that an admin sees as somebody else: who that is, and the way back to the same page as oneself. */
export default function ViewFrame({ person }: { person: User }) {
  return (
    <>
      <section
        aria-label="View as"
        data-view-bar
        className="no-print sticky top-0 z-60 flex h-(--view-bar) items-center gap-2.5 bg-info pr-2 pl-3.5 text-ground sm:pl-5"
      >
        <Eye aria-hidden className="size-4 shrink-0" />
        <p className="min-w-0 flex-1 text-sm leading-tight">
          <b className="font-bold max-sm:flex">
            <span className="max-sm:truncate">
              Viewing as {person.firstName} {person.lastName}
            </span>
            <span>, {person.role}.</span>
          </b>{' '}
          <span className="max-sm:block">Nothing can be changed.</span>
          <span className="max-lg:hidden"> Some buttons are left out.</span>
        </p>
        <Button
          size="sm"
          // A photo on the whole screen makes all that is behind it inert.
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
