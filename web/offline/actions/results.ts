import { toast } from '../../ui/toasts.ts'
import type { Counts } from '../queue/queue.ts'
import type { ShownAction } from './action.ts'
import { actionTitle } from './texts.ts'

/** Shows one toast for all actions: which one was refused and why, or how many were sent. */
export function toastResults(
  { sent, failed }: Pick<Counts, 'sent' | 'failed'>,
  actions: readonly ShownAction[],
) {
  const refused = actions.filter(({ state }) => state === 'failed').slice(-failed)
  const [first] = refused
  if (failed > 0 && first) {
    const others = refused.length - 1
    const name = actionTitle(first)
    toast({
      title: 'Not sent',
      description: others === 0 ? name : `${name}, and ${others} more`,
      ...(first.problem && { note: first.problem }),
      variant: 'destructive',
    })
  } else if (sent > 0) {
    const description = sent === 1 ? 'What waited was sent' : `All ${sent} that waited were sent`
    toast({ title: 'Success', description })
  }
}
