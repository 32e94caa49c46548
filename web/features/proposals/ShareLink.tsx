import type { InviteAddress } from '@plumbline/contract/invites.ts'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { Copy, Mail, MessageSquare } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Alert, LoadProblem } from '../../ui/Alert.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { CopyRefused, useCopy } from '../../ui/copying.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { mailTextUrl, textUrl } from '../../ui/Person.tsx'
import { type LinkQuery, linkAddressQuery } from './api.ts'

interface Shared {
  /** The thing that the link opens: `the proposal`. */
  what: string
  /** The customer to whom it is sent. */
  addressee: { readonly email: string | null; readonly phone: string | null }
  /** The subject of an email. */
  subject: string
  /** Writes the text that goes with the link. */
  textOf: (link: string) => string
  /** Whether the browser has refused to copy the link. */
  copyRefused?: boolean | undefined
}

interface ShareLinkProps<K extends QueryKey> extends Shared {
  title: string
  description: ReactNode
  /** Reads the path of the link. */
  read: LinkQuery<K>
  /** The path, if it was read just now. */
  path?: string | undefined
  /** The text in place of a link that has ended. */
  whenEnded?: ReactNode
  /** The buttons in place of the one that closes it. */
  footer?: ReactNode
  onClose: () => void
}

/** The link of something for a customer, with a text and ways to send both. */
export function ShareLink<K extends QueryKey>({
  title,
  description,
  read,
  path,
  whenEnded = 'This has no link any more.',
  footer,
  onClose,
  ...shared
}: ShareLinkProps<K>) {
  const address = useQuery(linkAddressQuery)
  const link = useQuery({ ...read, enabled: path === undefined })
  const shownPath = path ?? link.data?.path ?? undefined
  const retry = () => {
    if (address.error) void address.refetch()
    if (link.error) void link.refetch()
  }
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description} sticky>
      <DialogBody>
        {address.data && shownPath !== undefined ? (
          <div className="flex flex-col gap-4">
            <Reach address={address.data} />
            <Share {...shared} link={address.data.origin + shownPath} />
          </div>
        ) : (address.error ?? link.error) ? (
          <LoadProblem
            what="The link"
            pending={address.isFetching || link.isFetching}
            onRetry={retry}
          />
        ) : link.data ? (
          <div>{whenEnded}</div>
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </DialogBody>
      <DialogFooter>{footer ?? <Button onClick={onClose}>Done</Button>}</DialogFooter>
    </Dialog>
  )
}

/** Warns where customers cannot open links, because the server has no public address. */
function Reach({ address }: { address: InviteAddress }) {
  if (address.onlyThisComputer)
    return (
      <Alert tone="warn">
        <p className="font-medium">Only this computer can open this link</p>
        <p>Open Plumbline at an address that others can reach, and copy the link there.</p>
      </Alert>
    )
  if (address.hasPublicUrl) return null
  return (
    <Alert tone="warn">
      Customers cannot open this link from elsewhere until <code>PUBLIC_URL</code> is set to the
      public address of the server.
    </Alert>
  )
}

function Share({
  link,
  what,
  addressee,
  subject,
  textOf,
  copyRefused = false,
}: Shared & { link: string }) {
  const [text, setText] = useState(textOf(link))
  const copyButton = useRef<HTMLButtonElement>(null)
  const copyLink = useCopy<HTMLInputElement>('Link copied to clipboard', copyRefused)
  const copyMessage = useCopy<HTMLTextAreaElement>('Text copied to clipboard')
  useEffect(() => {
    if (copyRefused) return
    // Runs after the dialog has focused its first control.
    const timer = setTimeout(() => copyButton.current?.focus())
    return () => clearTimeout(timer)
  }, [copyRefused])
  return (
    <>
      <p className="text-ink-2">
        Send your customer this link: anybody who has it can open {what}.
      </p>
      <div>
        <div className="flex items-end gap-2">
          <Field label="Link" className="min-w-0 flex-1">
            {(control) => (
              <Input
                {...control}
                ref={copyLink.field}
                readOnly
                value={link}
                onFocus={(event) => event.target.select()}
              />
            )}
          </Field>
          <Button variant="primary" ref={copyButton} onClick={() => copyLink.copy(link)}>
            <Copy aria-hidden />
            Copy
          </Button>
        </div>
        {copyLink.isRefused && <CopyRefused what="link" />}
      </div>
      <div>
        <Field label="Text for an Email or Text Message">
          {(control) => (
            <Textarea
              {...control}
              ref={copyMessage.field}
              rows={5}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        {copyMessage.isRefused && <CopyRefused what="text" />}
        <div className="mt-2.5 flex flex-wrap gap-2 max-sm:*:flex-auto">
          <Button onClick={() => copyMessage.copy(text)}>
            <Copy aria-hidden />
            Copy text
          </Button>
          <a href={mailTextUrl(addressee.email, subject, text)} className={buttonVariants()}>
            <Mail aria-hidden />
            Email
          </a>
          <a href={textUrl(addressee.phone, text)} className={buttonVariants()}>
            <MessageSquare aria-hidden />
            Text message
          </a>
        </div>
      </div>
    </>
  )
}
