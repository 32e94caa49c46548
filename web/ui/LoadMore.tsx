import { useEffect, useRef } from 'react'
import { Button } from './Button.tsx'

interface LoadMoreProps {
  shown: number
  total: number
  /** What is listed, in the plural. */
  noun: string
  hasMore: boolean
  pending: boolean
  onMore: () => void
}

/** The end of a long list: loads the next page when it comes into view, and shows how many items there are. */
export function LoadMore({ shown, total, noun, hasMore, pending, onMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const load = useRef(onMore)
  useEffect(() => {
    load.current = onMore
  })
  useEffect(() => {
    if (!hasMore || pending || !end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && load.current(),
      {
        rootMargin: '600px',
      },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasMore, pending])
  if (!hasMore) return null
  return (
    <div ref={end} className="no-print mt-5 flex items-center justify-center gap-3 text-ink-2">
      <span className="figures">
        {shown.toLocaleString('en-US')} of {total.toLocaleString('en-US')} {noun}
      </span>
      <Button pending={pending} onClick={onMore}>
        Show more
      </Button>
    </div>
  )
}
