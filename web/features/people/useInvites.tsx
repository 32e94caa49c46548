import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { copyText } from '../../ui/clipboard.ts'
import { plural } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { toast } from '../../ui/toasts.ts'
import { inviteAddressQuery, inviteLinkQuery } from './inviteQueries.ts'
import { type Invitee, keepInvites } from './openInvites.ts'

const InviteSheet = lazyPart(async () => ({
  default: (await import('./InviteSheet.tsx')).InviteSheet,
}))

/** An invite that was just made. */
export interface MadeInvite {
  readonly user: Invitee & { readonly inviteExpiry: string | null }
  /** Null for one that was made before and cannot be shown again. */
  readonly inviteLink: string | null
}

/** Passes the links of invites on. */
export interface Invites {
  /** Tells of an invite, copies its link and opens the sheet. */
  invited(invite: MadeInvite & { readonly inviteLink: string }): void
  /** The same for one that replaces an earlier link. */
  resent(user: Invitee, inviteLink: string): void
  /** Tells of invites that were made at once, and opens the sheet. */
  invitedSeveral(invites: readonly MadeInvite[]): void
  /** Opens the sheet at the open invite of a person. */
  show(user: Invitee): void
}

/**
 * The sheet with the links of invites, which a screen shows as `sheet`, and what opens it. `onAnother` starts one more
 * invite.
 */
export function useInvites(onAnother?: () => void): Invites & { readonly sheet: ReactNode } {
  const client = useQueryClient()
  const { data: address } = useQuery(inviteAddressQuery)
  const [focus, setFocus] = useState<string | null>(null)
  const emailed = address?.sendsEmail ?? false

  const remember = ({ user, inviteLink }: MadeInvite) =>
    client.setQueryData(inviteLinkQuery(user.id).queryKey, {
      inviteLink,
      inviteExpiry: user.inviteExpiry,
    })

  const tell = async (
    { user, inviteLink }: MadeInvite & { readonly inviteLink: string },
    title: string,
    copied: string,
  ) => {
    const isCopied = await copyText(inviteLink)
    toast({ title, description: isCopied ? copied : 'Copy the invite link from the dialog' })
    keepInvites([{ user, emailed, copyRefused: !isCopied }])
    setFocus(user.id)
  }

  const resent: Invites['resent'] = (user, inviteLink) => {
    const invite = { user: { ...user, inviteExpiry: null }, inviteLink }
    remember(invite)
    void tell(invite, 'Invite Resent', 'New invite link copied to clipboard')
  }

  return {
    invited: (invite) => {
      remember(invite)
      void tell(invite, 'User Invited Successfully!', 'Invite link copied to clipboard')
    },
    resent,
    invitedSeveral: (invites) => {
      for (const invite of invites) remember(invite)
      // Who was invited before them got no email now: the sheet does not say that anyone did.
      keepInvites(invites.map(({ user }) => ({ user })))
      toast({
        title: 'Success',
        description: `${plural(invites.length, 'person', 'people')} invited`,
      })
      setFocus(invites[0]?.user.id ?? null)
    },
    show: (user) => {
      // Another admin may have made a new one.
      void client.invalidateQueries({ queryKey: inviteLinkQuery(user.id).queryKey })
      keepInvites([{ user }])
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
