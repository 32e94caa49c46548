import { Pencil, Trash2 } from 'lucide-react'
import { Button } from './Button.tsx'

interface RowActionsProps {
  /** The accessible names of the two buttons. */
  editLabel: string
  deleteLabel: string
  /** The id of the element with the thing's name, if the labels do not include it. */
  nameId?: string
  /** Without a handler the button is not shown. */
  onEdit?: (() => void) | undefined
  onDelete?: (() => void) | undefined
}

/** The edit and delete buttons at the end of a row or card. */
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
