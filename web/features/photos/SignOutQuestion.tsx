import { Confirm } from '../../ui/Confirm.tsx'

interface SignOutQuestionProps {
  /** The number of photos waiting to be sent. */
  photos: number
  /** The number of actions that are not sent. */
  actions: number
  onConfirm: () => void
  onClose: () => void
}

/** The number of a kind, with its noun; none for 0. */
const countOf = (count: number, noun: string) =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]

/** Asks whether to sign out while photos or actions are waiting to be sent. */
export default function SignOutQuestion({
  photos,
  actions,
  onConfirm,
  onClose,
}: SignOutQuestionProps) {
  const counts = [...countOf(photos, 'photo'), ...countOf(actions, 'action')].join(' and ')
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`${counts} ${photos + actions === 1 ? 'is' : 'are'} not sent yet`}
      confirmLabel="Sign out"
      variant="primary"
      onConfirm={onConfirm}
      error={null}
      pending={false}
    >
      What waits stays in this browser, where nobody else sees it, and is sent when you sign in here
      again.
    </Confirm>
  )
}
