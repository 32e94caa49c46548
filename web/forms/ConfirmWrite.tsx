import type { Call, Reply, Row } from '@plumbline/contract/route.ts'
import type { ReactNode } from 'react'
import { useWrite } from '../api/write.ts'
import { Confirm } from '../ui/Confirm.tsx'

interface ConfirmWriteProps<R extends Row> {
  row: R
  args: Call<R>
  /** The question, as a whole sentence. */
  title: string
  /** Details on what else is deleted and what is not. */
  children?: ReactNode
  confirmLabel?: string
  /** `primary` for a write that deletes nothing. */
  variant?: 'destructive' | 'primary'
  /** The texts of the toasts; see `useWrite`. */
  success: string
  failure: string | ((error: Error) => string)
  onClose: () => void
  /** Runs in place of `onClose` after the write, such as to leave the screen of a deleted thing. */
  onDone?: ((reply: Reply<R>) => unknown) | undefined
}

/** Asks for confirmation of a write that cannot be undone, then performs it. */
export function ConfirmWrite<const R extends Row>({
  row,
  args,
  success,
  failure,
  confirmLabel = 'Delete',
  onClose,
  onDone = onClose,
  ...question
}: ConfirmWriteProps<R>) {
  const write = useWrite(row, { success, failure, onSuccess: onDone })
  return (
    <Confirm
      {...question}
      open
      onOpenChange={onClose}
      confirmLabel={confirmLabel}
      onConfirm={() => write.submit(args)}
      error={write.problem}
      pending={write.isPending}
    />
  )
}
