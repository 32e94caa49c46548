import type { FoundMessage } from '@plumbline/contract/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../api/company.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { QueryList } from '../../screens/QueryList.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { useNow } from '../../ui/format.ts'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { Avatar, nameParts } from '../../ui/Person.tsx'
import { messageTime } from '../messages/MessageLines.tsx'
import { customerMessages } from './api.ts'

/** The newest messages about a customer's jobs, each of which opens its conversation. */
export function CustomerMessages({ id }: { id: string }) {
  const messages = useQuery(customerMessages(id))
  return (
    <TitledPanel title="Messages">
      <QueryList
        list={messages}
        noun="messages"
        skeleton={<RowsSkeleton count={2} />}
        empty={<p className="text-ink-2">No messages yet</p>}
      >
        {(items) => (
          <ul className="open-rows -mt-2.5">
            {items.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </ul>
        )}
      </QueryList>
    </TitledPanel>
  )
}

function MessageRow({ message }: { message: FoundMessage }) {
  const { timeZone } = useCompany()
  const now = useNow()
  const { jobId, jobName, senderName, content, createdAt } = message
  return (
    <li className="open-row">
      <Link href={paths.messages({ jobId })} className="flex items-start gap-3 py-2.5">
        <Avatar person={nameParts(senderName)} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate font-medium">{senderName}</span>
            <time dateTime={createdAt} className="figures shrink-0 text-sm text-ink-2">
              {messageTime(createdAt, now.getTime(), timeZone)}
            </time>
          </span>
          <span className="line-clamp-2 text-sm wrap-anywhere">{content}</span>
          <span className="block truncate text-sm text-ink-2">{jobName}</span>
        </span>
      </Link>
    </li>
  )
}
