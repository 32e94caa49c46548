import type { Settings } from '@plumbline/contract/settings.ts'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { DescribedSection } from '../../ui/FormPanel.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'

const ReplaceSampleDialog = lazyPart(() => import('./ReplaceSampleDialog.tsx'))

/** Says that this is the sample company, and lets an admin leave it for their own. */
export function SamplePart({ company }: { company: Settings }) {
  const [isReplacing, setReplacing] = useState(false)
  return (
    <DescribedSection
      title="Sample company"
      text="Its people, jobs and money are made up, to look around in."
    >
      <div className="flex flex-wrap items-center justify-between gap-4 p-5">
        <p className="min-w-0 flex-1 basis-56 text-ink-2">
          When you have seen enough, an empty company takes its place.
        </p>
        <Button onClick={() => setReplacing(true)}>Start Your Own Company</Button>
      </div>
      {isReplacing && (
        <ReplaceSampleDialog name={company.companyName} onClose={() => setReplacing(false)} />
      )}
    </DescribedSection>
  )
}
