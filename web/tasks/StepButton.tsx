import { Button } from '../ui/Button.tsx'
import type { useStep } from './useStep.ts'

/** Start or Complete; nothing for a task that is completed, or is not one's own. */
export function StepButton({ step, nameId }: { step: ReturnType<typeof useStep>; nameId: string }) {
  if (!step.label) return null
  return (
    <Button
      size="sm"
      pending={step.pending}
      aria-describedby={nameId}
      // The second half of a double click on Start must not complete the task.
      onClick={(event) => event.detail < 2 && step.take()}
    >
      {step.label}
    </Button>
  )
}
