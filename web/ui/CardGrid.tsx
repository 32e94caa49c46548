import { type ReactNode, useRef } from 'react'
import { Panel } from './Card.tsx'
import { Skeleton, Skeletons } from './Loading.tsx'
import { useRowKeys } from './useRowKeys.ts'
import { WhenNear } from './WhenNear.tsx'

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3.5'

/** The titles of cards, as links or buttons. */
const TITLES = 'h2 :is(a, button)'

/**
 * A grid of cards, between which J and K move. They are rendered when they come near the visible
 * part. `busy` while they belong to the previous filter.
 */
export function CardGrid<T extends { readonly id: string }>({
  items,
  busy,
  children,
}: {
  items: readonly T[]
  busy: boolean
  children: (item: T) => ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  useRowKeys(list, { rows: TITLES, onlyLetters: true })
  return (
    <ul ref={list} className={grid} aria-busy={busy}>
      {items.map((item) => (
        <WhenNear key={item.id} item={item} className="min-h-63 sm:min-h-52">
          {(ref) => (
            <li
              ref={ref}
              className="grid grid-cols-1 [contain-intrinsic-size:auto_15.75rem] [content-visibility:auto] sm:[contain-intrinsic-size:auto_13rem]"
            >
              {children(item)}
            </li>
          )}
        </WhenNear>
      ))}
    </ul>
  )
}

/** Six placeholder cards. */
export function CardsSkeleton() {
  return (
    <Skeletons count={6} className={grid}>
      <Panel className="flex flex-col gap-3.5 p-4">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="h-10 w-full" />
      </Panel>
    </Skeletons>
  )
}
