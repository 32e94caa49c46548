import type { Customer, CustomerContact, CustomerPerson } from '@plumbline/contract/customers.ts'
import { inviteStateOf } from '@plumbline/contract/invites.ts'
import { useQuery } from '@tanstack/react-query'
import { Mail, Pencil, Phone, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { fullName } from '../../api/people.ts'
import { useOpened } from '../../api/typed.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Avatar, Contact, callUrl, mailUrl, nameParts } from '../../ui/Person.tsx'
import { phoneText } from '../../ui/phone.ts'
import { MarkedWord } from '../../ui/StatusWord.tsx'
import { peopleQuery } from './api.ts'

const EditContacts = lazyPart(async () => ({
  default: (await import('./ContactsForm.tsx')).EditContacts,
}))
const InviteContact = lazyPart(() => import('./InviteContact.tsx'))

interface Inviting {
  readonly contact?: CustomerContact
  /** The person who was added without an invite. */
  readonly person?: CustomerPerson
}

interface ContactsProps {
  customer: Customer
  /** Runs after the contacts were edited. */
  onEdited: () => Promise<void>
}

/** The contacts of a customer and the people who sign in for them. */
export function Contacts({ customer, onEdited }: ContactsProps) {
  const { data: people } = useQuery(peopleQuery(customer.id))
  const [editing, setEditing] = useOpened<'add' | 'edit' | null>('contacts', null)
  const [inviting, setInviting] = useOpened<Inviting | null>('invite', null)
  const { contacts } = customer
  const isSame = (a: string | null, b: string | null) => a?.toLowerCase() === b?.toLowerCase()
  const personOf = ({ name, email }: CustomerContact) =>
    (email && people?.find((person) => isSame(person.email, email))) ||
    people?.find((person) => person.email === null && isSame(fullName(person), name))
  const shown = new Set(contacts.map(personOf))
  const others = people?.filter((person) => !shown.has(person)) ?? []

  return (
    <TitledPanel
      title="Contacts"
      count={contacts.length}
      action={
        <>
          <Button variant="quiet" size="sm" onClick={() => setEditing('add')}>
            <Plus aria-hidden />
            Add
          </Button>
          {contacts.length > 0 && (
            <Button
              variant="quiet"
              size="icon"
              aria-label="Edit contacts"
              onClick={() => setEditing('edit')}
            >
              <Pencil aria-hidden />
            </Button>
          )}
        </>
      }
    >
      {contacts.length + others.length === 0 && <p className="text-ink-2">No contacts yet</p>}
      <ul className="divide-y divide-line">
        {contacts.map((contact, index) => {
          const person = personOf(contact)
          return (
            <ContactRow
              key={contact.id}
              {...contact}
              role={[contact.role, index === 0 && 'main contact'].filter(Boolean).join(', ')}
              person={person}
              action={
                people && (
                  <Invite
                    {...{ name: contact.name, person }}
                    onInvite={() => setInviting(person ? { person } : { contact })}
                  />
                )
              }
            />
          )
        })}
        {others.map((person) => (
          <ContactRow
            key={person.id}
            {...{ name: fullName(person), email: person.email, person }}
            {...{ role: '', phone: null }}
            action={
              <Invite
                {...{ name: fullName(person), person }}
                onInvite={() => setInviting({ person })}
              />
            }
          />
        ))}
      </ul>
      {editing && (
        <EditContacts {...{ customer, onEdited }} kind={editing} onClose={() => setEditing(null)} />
      )}
      {/* It also shows the link of the invite, after its form was closed. */}
      {inviting && (
        <InviteContact
          customer={customer}
          contact={inviting.contact}
          person={inviting.person}
          onClose={() => setInviting({})}
        />
      )}
    </TitledPanel>
  )
}

interface InviteProps {
  name: string
  /** The person as whom they will sign in; a contact may have none yet. */
  person: CustomerPerson | undefined
  onInvite: () => void
}

/** Invites somebody who does not sign in yet. A person needs an email address for that. */
function Invite({ name, person, onInvite }: InviteProps) {
  if (person && inviteStateOf(person) !== 'notInvited') return null
  if (person?.email === null)
    return (
      <Link
        href={paths.users({ edit: person.id })}
        aria-label={`Add the email address of ${name}`}
        className={buttonVariants({ size: 'sm' })}
      >
        Add Email
      </Link>
    )
  return (
    <Button size="sm" aria-label={`Invite ${name}`} onClick={onInvite}>
      Invite
    </Button>
  )
}

const signInTexts = { joined: 'Signs in', invited: 'Invited', notInvited: 'Not invited' } as const

interface ContactRowProps
  extends Pick<CustomerContact, 'name' | 'phone' | 'email'>,
    Partial<Pick<CustomerContact, 'emailRefused'>> {
  role: string
  /** The person as whom they sign in. */
  person: CustomerPerson | undefined
  action?: ReactNode
}

function ContactRow({ name, role, phone, email, emailRefused, person, action }: ContactRowProps) {
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0">
      <Avatar
        person={nameParts(name)}
        className={person ? 'bg-info-soft text-info' : 'bg-sunken text-ink-2'}
      />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5 text-sm">
        <p className="text-ink-2 wrap-anywhere">
          <span className="text-base font-medium text-ink">{name}</span> {role}
        </p>
        {phone && (
          <Contact icon={Phone} href={callUrl(phone)}>
            {phoneText(phone)}
          </Contact>
        )}
        {person?.secondPhone && (
          <Contact icon={Phone} href={callUrl(person.secondPhone)}>
            {phoneText(person.secondPhone)}
          </Contact>
        )}
        {email && (
          <Contact icon={Mail} href={mailUrl(email)}>
            {email}
          </Contact>
        )}
        {emailRefused && (
          <MarkedWord tone="bad" mark="cross">
            Refuses emails
          </MarkedWord>
        )}
        {person && (
          <MarkedWord
            tone={person.hasJoined ? 'good' : 'neutral'}
            mark={person.hasJoined ? 'dot' : 'ring'}
          >
            {signInTexts[inviteStateOf(person)]}
          </MarkedWord>
        )}
      </div>
      {action}
    </li>
  )
}
