import { lazyPart } from '../../ui/lazyPart.tsx'
import type { DraftDialogProps, EditorDialog } from './editor.ts'
import { LineDialog } from './LineDialog.tsx'

const CopyLines = lazyPart(async () => ({ default: (await import('./CopyLines.tsx')).CopyLines }))
const Discount = lazyPart(async () => ({
  default: (await import('./DiscountDialog.tsx')).DiscountDialog,
}))
const MarkUp = lazyPart(async () => ({
  default: (await import('./MarkUpDialog.tsx')).MarkUpDialog,
}))
const PriceList = lazyPart(async () => ({
  default: (await import('./PriceListChooser.tsx')).PriceListChooser,
}))
const Schedule = lazyPart(async () => ({
  default: (await import('./ScheduleDialog.tsx')).ScheduleDialog,
}))
const Tax = lazyPart(async () => ({ default: (await import('./TaxDialog.tsx')).TaxDialog }))
const Texts = lazyPart(async () => ({ default: (await import('./TextsDialog.tsx')).TextsDialog }))

interface EditorDialogsProps extends DraftDialogProps {
  dialog: EditorDialog
  bidId: string
  onOpen: (dialog: EditorDialog) => void
}

/** The dialog that is open over the editor. Changes in it are saved as those in the cells. */
export function EditorDialogs({ dialog, bidId, onOpen, ...props }: EditorDialogsProps) {
  switch (dialog.kind) {
    case 'line':
      return (
        <LineDialog
          key={dialog.key}
          {...props}
          lineKey={dialog.key}
          onNext={(key) => onOpen({ kind: 'line', key })}
        />
      )
    case 'priceList':
      return <PriceList {...props} />
    case 'copy':
      return <CopyLines bidId={bidId} actions={props.actions} onClose={props.onClose} />
    case 'markUp':
      return <MarkUp {...props} />
    case 'discount':
      return <Discount {...props} />
    case 'tax':
      return <Tax {...props} />
    case 'schedule':
      return <Schedule {...props} />
    case 'texts':
      return <Texts {...props} />
  }
}
