import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { copyText } from '../../ui/clipboard.ts'
import { plural } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { toast } from '../../ui/toasts.ts'
import { inviteAddressQuery, inviteLinkQuery } from './inviteQueries.ts'
import { addInvites, type Invitee } from './openInvites.ts'

const InviteSheet = lazyPart(async () => ({
  default: (await import('./InviteSheet.tsx')).InviteSheet,
}))

/** An invite that was just created. */
export interface MadeInvite {
  readonly user: Invitee & { readonly inviteExpiry: string | null }
  /** Null for an earlier invite whose link cannot be shown again. */
  readonly inviteLink: string | null
}

/** Shows the links of invites, to be shared. */
export interface Invites {
  /** Shows a toast for an invite, copies its link and opens the sheet. */
  invited(invite: MadeInvite & { readonly inviteLink: string }): void
  /** The same for an invite whose earlier link was replaced. */
  resent(user: Invitee, inviteLink: string): void
  /** Shows a toast for invites that were created at once, and opens the sheet. */
  invitedSeveral(invites: readonly MadeInvite[]): void
  /** Opens the sheet at the open invite of a person. */
  show(user: Invitee): void
}

/**
 * Functions that open the sheet with the links of invites, and the sheet, which the screen renders.
 * `onAnother` starts another invite.
 */
export function useInvites(onAnother?: () => void): Invites & { readonly sheet: ReactNode } {
  const client = useQueryClient()
  const { data: address } = useQuery(inviteAddressQuery)
  const [focus, setFocus] = useState<string | null>(null)
  const emailed = address?.sendsEmail ?? false

  const cacheLink = ({ user, inviteLink }: MadeInvite) =>
    client.setQueryData(inviteLinkQuery(user.id).queryKey, {
      inviteLink,
      inviteExpiry: user.inviteExpiry,
    })

  const showInviteToast = async (
    { user, inviteLink }: MadeInvite & { readonly inviteLink: string },
    title: string,
    copied: string,
  ) => {
    const isCopied = await copyText(inviteLink)
    toast({ title, description: isCopied ? copied : 'Copy the invite link from the dialog' })
    addInvites([{ user, emailed, copyRefused: !isCopied }])
    setFocus(user.id)
  }

  const resent: Invites['resent'] = (user, inviteLink) => {
    const invite = { user: { ...user, inviteExpiry: null }, inviteLink }
    cacheLink(invite)
    void showInviteToast(invite, 'Invite Resent', 'New invite link copied to clipboard')
  }

  return {
    invited: (invite) => {
      cacheLink(invite)
      void showInviteToast(invite, 'User Invited Successfully!', 'Invite link copied to clipboard')
    },
    resent,
    invitedSeveral: (invites) => {
      for (const invite of invites) cacheLink(invite)
      // People who were invited before got no email this time, so the sheet does not mention
      // emails.
      addInvites(invites.map(({ user }) => ({ user })))
      toast({
        title: 'Success',
        description: `${plural(invites.length, 'person', 'people')} invited`,
      })
      setFocus(invites[0]?.user.id ?? null)
    },
    show: (user) => {
      // Another admin may have created a new link.
      void client.invalidateQueries({ queryKey: inviteLinkQuery(user.id).queryKey })
      addInvites([{ user }])
      setFocus(user.id)
    },
    sheet: (
      <>
        {focus !== null && (
          <InviteSheet
            key={focus}
            focus={focus}
            onResent={resent}
            onClose={() => setFocus(null)}
            onAnother={
              onAnother &&
              (() => {
                setFocus(null)
                onAnother()
              })
            }
          />
        )}
      </>
    ),
  }
}
