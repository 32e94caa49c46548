import { expect, test } from 'vitest'
import {
  cents,
  choice,
  day,
  dollars,
  fieldsOf,
  hidden,
  number,
  percent,
  yesNo,
} from './fieldsOf.ts'

interface Thing {
  readonly name: string
  readonly notes: string | null
  readonly ownerId: string | null
  readonly ownerName: string | null
  readonly priority: 'low' | 'high'
  readonly tags: string[]
}
interface Values extends Partial<Pick<Thing, 'name' | 'notes' | 'ownerId' | 'priority' | 'tags'>> {
  readonly jobId?: string
  readonly reason?: string
}

const { fields, empty, values, texts } = fieldsOf<Values, Thing>({
  name: { label: 'Name', required: true },
  notes: { label: 'Notes', hint: 'Read by the office' },
  ownerId: { label: 'Owner', empty: null, text: ({ ownerName }) => ownerName },
  priority: { label: 'Priority', kind: choice((value) => value.toUpperCase(), 'low') },
  tags: { label: 'Tags', empty: [], text: ({ tags }) => tags.join(' and ') },
  jobId: hidden,
  reason: { ...hidden, value: () => 'asked for' },
})

const deck: Thing = {
  name: 'Deck',
  notes: null,
  ownerId: 'u1',
  ownerName: 'Ann',
  priority: 'high',
  tags: ['wood', 'yard'],
}

test('an input gets the name, label, hint and required mark of its field', () => {
  expect(fields.name).toEqual({ name: 'name', label: 'Name', required: true })
  expect(fields.notes).toEqual({ name: 'notes', label: 'Notes', hint: 'Read by the office' })
})

test('an empty form has the empty value of each field or of its kind', () => {
  expect(empty).toEqual({ name: '', notes: '', ownerId: null, priority: 'low', tags: [] })
})

test('a form that edits a thing has its values, and empty ones where it has none', () => {
  expect(values(deck)).toEqual({
    name: 'Deck',
    notes: '',
    ownerId: 'u1',
    priority: 'high',
    tags: ['wood', 'yard'],
    reason: 'asked for',
  })
})

test('comparisons show values as text, without hidden fields', () => {
  expect(texts(deck)).toEqual({
    name: ['Name', 'Deck'],
    notes: ['Notes', 'none'],
    ownerId: ['Owner', 'Ann'],
    priority: ['Priority', 'HIGH'],
    tags: ['Tags', 'wood and yard'],
    jobId: null,
    reason: null,
  })
  expect(texts({ ...deck, ownerName: null }).ownerId).toEqual(['Owner', 'none'])
})

test.each([
  [cents.format(150_000), '$1,500.00'],
  [dollars.format('1500.5'), '$1,500.50'],
  [dollars.format(null), 'none'],
  [day.format('2026-11-27'), 'Nov 27, 2026'],
  [number.format(1500), '1,500'],
  [number.format(null), 'none'],
  [percent.format(40), '40%'],
  [yesNo.format(true), 'yes'],
  [yesNo.format(null), 'no'],
])('a kind formats a value: %s', (formatted, expected) => {
  expect(formatted).toBe(expected)
})
