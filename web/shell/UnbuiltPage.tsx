import { Hammer } from 'lucide-react'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHead } from '../ui/PageHead.tsx'

/** A screen whose work has not begun: says just that. */
export function UnbuiltPage({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <EmptyState icon={Hammer} title="This screen is still being built." />
    </>
  )
}
