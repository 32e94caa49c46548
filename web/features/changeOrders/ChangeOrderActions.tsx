import { changeOrderDocumentRoutes } from '@plumbline/contract/changeOrderDocuments.ts'
import { type ChangeOrder, changeOrderRoutes } from '@plumbline/contract/changeOrders.ts'
import { useRouter } from '@tanstack/react-router'
import { Check, Eye, Pencil, Trash2 } from 'lucide-react'
import { addressOf } from '../../api/call.ts'
import { useMay } from '../../api/me.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useOpened } from '../../api/typed.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { paths } from '../../paths.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { MoreActions } from '../../ui/MoreActions.tsx'
import { hasContent } from './api.ts'

const AcceptDialog = lazyPart(async () => ({
  default: (await import('./AcceptChangeOrder.tsx')).AcceptDialog,
}))
const EditChangeOrder = lazyPart(async () => ({
  default: (await import('./ChangeOrderForm.tsx')).EditChangeOrder,
}))

/**
 * The actions on a change order besides sending it. One that was approved stays, and one that was
 * sent cannot be deleted.
 */
export function ChangeOrderActions({ changeOrder }: { changeOrder: ChangeOrder }) {
  const may = useMay()
  const [dialog, setDialog] = useOpened<'edit' | 'accept' | 'delete' | null>('change order', null)
  const close = () => setDialog(null)
  const { id, status } = changeOrder
  if (status === 'approved' || !may('changeOrder.write')) return null
  return (
    <div className="no-print flex flex-wrap gap-2">
      <Button onClick={() => setDialog('edit')}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <MoreActions>
        {hasContent(changeOrder) && (
          <a
            href={addressOf(changeOrderDocumentRoutes.page.path, { params: { id } })}
            target="_blank"
            rel="noreferrer"
            className={buttonVariants()}
          >
            <Eye aria-hidden />
            Preview
          </a>
        )}
        <Button onClick={() => setDialog('accept')}>
          <Check aria-hidden />
          Approve for the customer
        </Button>
        {status === 'draft' && (
          <Button aria-label="Delete change order" onClick={() => setDialog('delete')}>
            <Trash2 aria-hidden />
            <span className="@2xl:hidden">Delete</span>
          </Button>
        )}
      </MoreActions>
      {dialog === 'edit' && <EditChangeOrder changeOrder={changeOrder} onClose={close} />}
      {dialog === 'accept' && <AcceptDialog changeOrder={changeOrder} onClose={close} />}
      {dialog === 'delete' && <DeleteChangeOrder changeOrder={changeOrder} onClose={close} />}
    </div>
  )
}

interface DeleteProps {
  changeOrder: ChangeOrder
  onClose: () => void
}

function DeleteChangeOrder({ changeOrder: { id, number, jobId }, onClose }: DeleteProps) {
  const router = useRouter()
  return (
    <ConfirmWrite
      row={changeOrderRoutes.remove}
      args={{ params: { id } }}
      title={`Delete change ${number}?`}
      success="Change order deleted"
      failure={serverMessageOr('Failed to delete the change order')}
      onClose={onClose}
      onDone={() => router.navigate({ href: paths.job(jobId) })}
    >
      It was never sent to the customer.
    </ConfirmWrite>
  )
}
