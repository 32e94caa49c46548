import { Pencil, Trash2 } from 'lucide-react'
import { Button } from './Button.tsx'

interface RowActionsProps {
  /** The accessible names of the two buttons. */
  editLabel: string
  deleteLabel: string
  /** The id of the name of the thing, where the labels do not say it. */
  nameId?: string
  /** A button without a handler is not shown. */
  onEdit?: (() => void) | undefined
  onDelete?: (() => void) | undefined
}

/** The pencil and the bin at the end of a row or card. */
export function RowActions({ editLabel, deleteLabel, nameId, onEdit, onDelete }: RowActionsProps) {
  const button = { variant: 'quiet', size: 'icon', 'aria-describedby': nameId } as const
  return (
    <>
      {onEdit && (
        <Button {...button} aria-label={editLabel} onClick={onEdit}>
          <Pencil aria-hidden />
        </Button>
      )}
      {onDelete && (
        <Button {...button} aria-label={deleteLabel} onClick={onDelete}>
          <Trash2 aria-hidden />
        </Button>
      )}
    </>
  )
}
