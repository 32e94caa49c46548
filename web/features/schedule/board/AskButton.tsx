import { MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonVariants } from '../../../ui/Button.tsx'
import { plural } from '../../../ui/format.ts'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import type { Period } from '../../crew/api.ts'
import type { BoardRow } from './board.ts'

const AskDialog = lazyPart(async () => ({
  default: (await import('./AskDialog.tsx')).AskDialog,
}))

interface AskButtonProps {
  rows: readonly BoardRow[]
  period: Period
  today: string
  /** The number of subs who have not answered. */
  subs: number
}

/** Holds the space of the button until it is known whether there is one. */
export function AskButtonSpace() {
  return (
    <span aria-hidden className={buttonVariants({ variant: 'primary', className: 'invisible' })}>
      <MessageSquare className="max-sm:hidden" />
      Ask 5 subs to confirm
    </span>
  )
}

/** Asks all subs who have not answered for days of the period to confirm. */
export function AskButton({ subs, ...props }: AskButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {subs > 0 && (
        <Button variant="primary" onClick={() => setOpen(true)}>
          <MessageSquare aria-hidden />
          Ask {plural(subs, 'sub', 'subs')} to confirm
        </Button>
      )}
      {isOpen && <AskDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
