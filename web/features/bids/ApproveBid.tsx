import { type Bid, bidRoutes } from '@plumbline/contract/bids.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useTypedState } from '../../api/typed.ts'
import { useWrite } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Input } from '../../ui/Input.tsx'
import { type Toast, toast } from '../../ui/toasts.ts'
import { proposalsQuery } from '../proposals/api.ts'
import { OptionalTemplate } from '../templates/TemplateFields.tsx'
import { useApplyChosen, useTemplateChoice } from '../templates/useTemplateChoice.ts'

interface ApproveBidProps {
  bid: Bid
  /**
   * Whether the toast offers to undo the approval. It never does once a template was applied,
   * because only an unchanged job can be undone.
   */
  offersUndo?: boolean
  onClose: () => void
}

/** The most characters of a note on how the customer said yes. */
const MAX_NOTE = 300

/**
 * The dialog that converts an open bid to a job. The job gets the schedule of a template if one is
 * selected. A proposal that waits for an answer ends, with a note on how the customer said yes.
 */
export function ApproveBid({ bid, offersUndo = false, onClose }: ApproveBidProps) {
  const router = useRouter()
  const { data: versions } = useQuery(proposalsQuery({ kind: 'bid', id: bid.id }))
  const isWaiting = versions?.[0]?.status === 'sent'
  // One that has expired had no answer either.
  const isUnanswered = isWaiting || versions?.[0]?.status === 'expired'
  const [note, setNote] = useTypedState('how the customer said yes', '')
  const said = note.trim()
  const choice = useTemplateChoice(null)
  const applyTo = useApplyChosen(choice, {
    failure:
      'The bid became a job, the template was not applied. Apply it from the schedule of the job.',
    keepBaseline: true,
  })
  const undo = useWrite(bidRoutes.undoConvert, {
    success: 'The bid is pending again',
    failure: serverMessageOr('Failed to undo the approval'),
  })
  const approved = (id: string): Toast => ({
    title: 'Success',
    description: 'Bid successfully converted to job',
    action:
      offersUndo && !choice.template
        ? { label: 'Undo', onClick: () => undo.mutate({ params: { id: bid.id } }) }
        : { label: 'View Job', onClick: () => void router.navigate({ href: paths.job(id) }) },
  })
  const approve = useWrite(bidRoutes.convert, {
    success: ({ id }) => approved(id),
    failure: 'Failed to convert bid to job',
    onSuccess: async ({ id }) => {
      const note = await applyTo(id)
      if (note) toast({ ...approved(id), note })
      onClose()
    },
  })
  return (
    <FormDialog
      title="Approve Bid"
      description={`${bid.name} becomes a job with its customer and its amount.`}
      wide
      submitLabel="Approve"
      onSubmit={(event) => {
        event.preventDefault()
        approve.mutate({
          params: { id: bid.id },
          body: isUnanswered && said ? { note: said } : undefined,
        })
      }}
      error={approve.problem}
      pending={approve.isPending}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {isWaiting && <p className="text-ink-2">The link that the customer has stops working.</p>}
        {isUnanswered && (
          <Field label="How the customer said yes" hint={readersSentence.office}>
            {(control) => (
              <Input
                {...control}
                value={note}
                maxLength={MAX_NOTE}
                placeholder="By phone, July 3"
                onChange={({ target }) => setNote(target.value)}
              />
            )}
          </Field>
        )}
        <OptionalTemplate choice={choice} />
      </div>
    </FormDialog>
  )
}
