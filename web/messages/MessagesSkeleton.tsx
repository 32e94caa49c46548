import { ScreenHeader } from '../ui/Headings.tsx'
import { Skeleton, Skeletons } from '../ui/Skeleton.tsx'

/** The page before its conversations. */
export function MessagesPending() {
  return (
    <>
      <ScreenHeader title="Messages" />
      <Skeletons count={6} className="flex flex-col gap-3 sm:max-w-72">
        <Skeleton className="h-14 w-full" />
      </Skeletons>
    </>
  )
}

/** A conversation before its messages. */
export function ConversationSkeleton() {
  return (
    <Skeletons count={4} className="flex flex-col gap-3 odd:*:self-end">
      <Skeleton className="h-12 w-56" />
    </Skeletons>
  )
}
