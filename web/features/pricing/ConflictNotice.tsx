import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import type { PriceSession } from './session.ts'

/** Says that somebody else saved meanwhile, and lets one decide what stays. */
export function ConflictNotice({ session }: { session: PriceSession }) {
  return (
    <Alert tone="warn" className="m-4 sm:mx-7">
      <p className="font-medium">Someone else changed this price while you were editing.</p>
      <p>What you typed is still here and is not saved. Theirs is saved.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={session.loadTheirs}>
          Load theirs
        </Button>
        <Button size="sm" onClick={session.saveMine}>
          Save mine
        </Button>
      </div>
    </Alert>
  )
}
