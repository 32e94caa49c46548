import { Confirm } from '../../ui/Confirm.tsx'

interface SignOutQuestionProps {
  /** The number of photos waiting to be sent. */
  waiting: number
  onConfirm: () => void
  onClose: () => void
}

/** Asks whether to sign out while photos are waiting to be sent. */
export default function SignOutQuestion({ waiting, onConfirm, onClose }: SignOutQuestionProps) {
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={waiting === 1 ? '1 photo is not sent yet' : `${waiting} photos are not sent yet`}
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
