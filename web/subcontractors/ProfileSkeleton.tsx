import { Skeleton, Skeletons } from '../ui/Skeleton.tsx'

/** A profile before it is there. */
export function ProfileSkeleton() {
  return (
    <>
      <h1 className="sr-only">Subcontractor</h1>
      <Skeletons count={3} className="flex flex-col gap-4">
        <Skeleton className="h-7 w-2/5" />
        <Skeleton className="mt-3 h-24 w-full" />
      </Skeletons>
    </>
  )
}
