import { RotateCw, Undo2, X } from 'lucide-react'
import { useCompany } from '../../api/company.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { formatMoment } from '../../ui/format.ts'
import { isWaiting, type ShownAction } from './action.ts'
import { actionQueue } from './actionQueue.ts'
import { useActions } from './shown.ts'
import { actionLabel, actionTitle } from './texts.ts'
import { WaitingMark } from './WaitingMark.tsx'

/** The actions that wait, in the order in which they are sent, and those that were refused. */
export default function WaitingDialog({ onClose }: { onClose: () => void }) {
  const actions = useActions().filter(({ state }) => state !== 'sent')
  return (
    <Dialog open onOpenChange={onClose} title="Waiting to be sent" focusesContent>
      <DialogBody>
        {actions.length === 0 ? (
          <p className="text-ink-2">Everything was sent.</p>
        ) : (
          <>
            <p className="mb-2 text-ink-2">
              They are sent once there is a connection, in this order.
            </p>
            <ol aria-label="Waiting to be sent" className="divide-y divide-line">
              {actions.map((action) => (
                <Waiting key={action.id} action={action} />
              ))}
            </ol>
          </>
        )}
        {actions.some((action) => isWaiting(action) && !action.isPersisted) && (
          <p className="mt-2 text-sm text-ink-2">
            This browser keeps them only until this tab is closed.
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  )
}

/** One action, which can be taken back, and sent again if it has a text and was refused. */
function Waiting({ action }: { action: ShownAction }) {
  const { timeZone } = useCompany()
  const isFailed = action.state === 'failed'
  const hasText = action.type === 'message' || action.type === 'comment'
  const title = actionTitle(action)
  return (
    <li className="flex items-start gap-2 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{action.name}</p>
        <p className="figures text-sm text-ink-2">
          {actionLabel(action)}, {formatMoment(new Date(action.at).toISOString(), timeZone)}
        </p>
        {'text' in action && action.text && (
          <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{action.text}</p>
        )}
        {isFailed && <WaitingMark action={action} />}
      </div>
      {isFailed && hasText && (
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Send again: ${title}`}
          onClick={() => void actionQueue.retry(action.id)}
        >
          <RotateCw aria-hidden />
        </Button>
      )}
      <Button
        variant="quiet"
        size="icon"
        aria-label={`${isFailed ? 'Remove' : 'Take back'}: ${title}`}
        onClick={() => void actionQueue.cancel(action)}
      >
        {isFailed ? <X aria-hidden /> : <Undo2 aria-hidden />}
      </Button>
    </li>
  )
}
