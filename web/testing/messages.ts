import type { Message, MessageReaders } from '@plumbline/contract/messages.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'

export const jobId = '0198c0de-0000-7000-8000-0000000000a1'

/** A message from a minute ago, for everyone. */
export const message = (
  n: number,
  sender: { id: string; firstName: string; lastName: string; role?: Role },
  content: string,
  other: Partial<Message> = {},
): Message => ({
  id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
  jobId,
  senderId: sender.id,
  senderName: `${sender.firstName} ${sender.lastName}`,
  senderRole: sender.role ?? 'admin',
  content,
  audience: 'all',
  createdAt: new Date(Date.now() - MINUTE_MS).toISOString(),
  removedAt: null,
  removedByName: null,
  ...other,
})

/** The readers that an admin may choose on a job with a sub and a client. */
export const adminReaders: MessageReaders = {
  chosen: 'all',
  choices: [
    { audience: 'all', names: ['Cleo Park', 'Sam Stone'] },
    { audience: 'crew', names: ['Sam Stone'] },
    { audience: 'client', names: ['Cleo Park'] },
  ],
}
