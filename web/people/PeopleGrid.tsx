import type { ReactNode } from 'react'
import { Panel } from '../ui/Card.tsx'
import { Skeleton, Skeletons } from '../ui/Skeleton.tsx'

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-3.5'

/** Cards of people side by side. */
export function PeopleGrid<T extends { readonly id: string }>({
  people,
  busy,
  children,
}: {
  people: readonly T[]
  busy: boolean
  children: (person: T) => ReactNode
}) {
  return (
    <ul className={grid} aria-busy={busy}>
      {people.map((person) => (
        <li key={person.id} className="grid grid-cols-1">
          {children(person)}
        </li>
      ))}
    </ul>
  )
}

/** Six cards while people load. */
export function PeopleSkeleton() {
  return (
    <Skeletons count={6} className={grid}>
      <Panel className="flex flex-col gap-3.5 p-4">
        <div className="flex items-center gap-3">
          <Skeleton className="size-8" />
          <Skeleton className="h-4 w-2/5" />
        </div>
        <Skeleton className="h-3.5 w-3/5" />
        <Skeleton className="h-8 w-full" />
      </Panel>
    </Skeletons>
  )
}
