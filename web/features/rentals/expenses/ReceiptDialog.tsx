import { type RentalExpense, rentalExpenseRoutes } from '@plumbline/contract/rentalExpenses.ts'
import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { serverMessageOr } from '../../../api/serverMessage.ts'
import { useWrite } from '../../../api/write.ts'
import { ConfirmWrite } from '../../../forms/ConfirmWrite.tsx'
import { Alert } from '../../../ui/Alert.tsx'
import { Button, buttonVariants } from '../../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/Dialog.tsx'
import { expenseText, isPicture, receiptPicture } from './api.ts'
import { ReceiptPicker, refusalOf } from './ReceiptPicker.tsx'

/** The state of the receipt dialog, and the upload of a selected file. */
export function useReceipt() {
  const [opened, setOpened] = useState<{ expense: RentalExpense; file: File | null } | null>(null)
  const upload = useWrite(rentalExpenseRoutes.addReceipt, {
    success: 'Receipt saved successfully',
    failure: serverMessageOr('Failed to save receipt'),
    onSuccess: (_, { params }) =>
      // The receipt of another expense may have been opened meanwhile.
      setOpened((now) => (now?.expense.id === params.id ? null : now)),
  })
  const sent = upload.variables?.params.id === opened?.expense.id ? upload.variables : undefined
  const isSending = sent !== undefined && upload.isPending

  const open = (expense: RentalExpense, file: File | null = null) => {
    setOpened({ expense, file })
    if (!upload.isPending) upload.reset()
    if (file && !refusalOf(file)) send(expense, file)
  }
  const send = (expense: RentalExpense, file: File) => {
    const body = new FormData()
    body.append(rentalExpenseRoutes.addReceipt.upload, file)
    upload.mutate({ params: { id: expense.id }, body })
  }

  const dialog = opened && (
    <ReceiptDialog
      {...opened}
      problem={(opened.file && refusalOf(opened.file)) ?? (sent ? upload.problem : null)}
      pending={isSending}
      onChoose={(file) => (file ? open(opened.expense, file) : open(opened.expense))}
      onRetry={() => sent && upload.mutate(sent)}
      onClose={() => setOpened(null)}
    />
  )
  return { open, dialog }
}

interface ReceiptDialogProps {
  expense: RentalExpense
  /** The file being uploaded, or that failed to upload. */
  file: File | null
  problem: string | null
  pending: boolean
  onChoose: (file: File | null) => void
  onRetry: () => void
  onClose: () => void
}

/** The dialog to view, download, add, replace, or remove the receipt of an expense. */
function ReceiptDialog({
  expense,
  file,
  problem,
  pending,
  onChoose,
  onRetry,
  onClose,
}: ReceiptDialogProps) {
  const [removing, setRemoving] = useState(false)
  const { receiptUrl } = expense
  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        title="Receipt"
        description={expenseText(expense)}
        sticky={file !== null}
      >
        <DialogBody className="flex flex-col gap-4">
          {problem && (
            <Alert>
              <p>{problem}</p>
              <p>The expense is recorded; only its receipt is not.</p>
            </Alert>
          )}
          {receiptUrl && !file && <Receipt expense={expense} url={receiptUrl} />}
          {pending ? (
            <p role="status" className="text-ink-2">
              Saving {file?.name ?? 'the receipt'}…
            </p>
          ) : (
            <div>
              {receiptUrl && <p className="mb-1.5 text-sm font-medium">Replace Receipt</p>}
              <ReceiptPicker file={file} onChoose={onChoose} />
            </div>
          )}
        </DialogBody>
        <DialogFooter>
          {receiptUrl && !file && !pending && (
            <>
              <Button onClick={() => setRemoving(true)}>Remove</Button>
              <a
                href={receiptPicture(receiptUrl, 'original')}
                download
                className={buttonVariants()}
              >
                <Download aria-hidden />
                Download
              </a>
            </>
          )}
          <Button onClick={onClose}>Close</Button>
          {file && !refusalOf(file) && (
            <Button variant="primary" pending={pending} onClick={onRetry}>
              Try Again
            </Button>
          )}
        </DialogFooter>
      </Dialog>
      {removing && (
        <ConfirmWrite
          row={rentalExpenseRoutes.removeReceipt}
          args={{ params: { id: expense.id } }}
          title="Remove this receipt?"
          confirmLabel="Remove"
          success="Receipt removed successfully"
          failure="Failed to remove receipt"
          onClose={() => setRemoving(false)}
          onDone={onClose}
        >
          The expense stays. The file is deleted and cannot be brought back.
        </ConfirmWrite>
      )}
    </>
  )
}

/** The picture of a receipt. PDFs are never embedded in the page. */
function Receipt({ expense, url }: { expense: RentalExpense; url: string }) {
  if (!isPicture(expense)) {
    return (
      <p className="flex items-center gap-2 rounded-m border border-line px-3 py-3">
        <FileText aria-hidden className="size-5 shrink-0 text-ink-3" />
        This receipt is a PDF. Download it to read it.
      </p>
    )
  }
  return (
    <img
      src={receiptPicture(url, 'full')}
      alt={`Receipt of ${expense.description}`}
      className="max-h-[55vh] w-full rounded-s border border-line bg-sunken object-contain"
    />
  )
}
