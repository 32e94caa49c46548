import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadProblem } from '../../ui/Alert.tsx'
import { DescribedSection } from '../../ui/FormPanel.tsx'
import { Skeleton, Skeletons } from '../../ui/Loading.tsx'

interface LoadedPartProps<T> {
  title: string
  text: ReactNode
  settings: UseQueryResult<T>
  /** The form of the settings. */
  children: (settings: T) => ReactNode
}

/** A part of the settings that is read on its own: its form, once it is there. */
export function LoadedPart<T>({ title, text, settings, children }: LoadedPartProps<T>) {
  const { data, error, isFetching, refetch } = settings
  if (data !== undefined) return children(data)
  return (
    <DescribedSection title={title} text={text}>
      <div className="p-5">
        {error ? (
          <LoadProblem what={title} pending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeletons count={3} className="flex flex-col gap-4">
            <Skeleton className="h-10 w-full" />
          </Skeletons>
        )}
      </div>
    </DescribedSection>
  )
}
