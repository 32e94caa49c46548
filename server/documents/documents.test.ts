import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { missingCharacters, type Pictures, pdfOf } from './documents.ts'
import { documentPage } from './html.ts'
import { choicesOf, documentOf, draftFacts, type Evidence, type Proposal } from './model.ts'

type Line = Proposal['sections'][number]['lines'][number]

const line = (description: string, facts: Partial<Line> = {}): Line => ({
  ...{ description, details: null, quantity: '16', unit: 'each', unitPrice: '298' },
  ...{ taxable: false, allowance: false, chosen: true, ...facts },
})

const empty: Proposal = {
  change: null,
  title: 'Three-season room',
  company: {
    name: 'Ridgeline Builders',
    address: '1 Main St',
    phone: '630-555-0199',
    license: '7',
  },
  customer: { name: 'Łukasz Żółć', address: '14 Lake Dr', phone: '847-555-0153', email: null },
  site: '14 Lake Dr, Elgin',
  introduction: null,
  photos: [],
  scope: null,
  sections: [],
  discount: null,
  taxRate: '0',
  taxName: 'Sales tax',
  schedule: [],
  terms: [],
  consent: 'I agree.',
  amount: null,
}
const priced: Proposal = {
  ...empty,
  introduction: 'Thank you.\n\nThis is what we would do.',
  sections: [
    { title: 'Room', kind: 'included', lines: [line('Footings', { details: 'To frost depth' })] },
    {
      title: 'Extras',
      kind: 'optional',
      lines: [
        line('Heated floor', { quantity: '200', unit: 'sq ft', unitPrice: '15' }),
        line('Screens', { unitPrice: '0.1234', chosen: false }),
      ],
    },
    {
      title: 'Floor',
      kind: 'choose_one',
      lines: [
        line('Vinyl', { quantity: '-0.5', unit: null, unitPrice: '1.01', allowance: true }),
        line('Tile', { chosen: false }),
      ],
    },
  ],
  discount: { kind: 'percent', value: '7.5' },
  taxRate: '8.25',
  schedule: [
    { title: 'On signing', share: { kind: 'percent', value: '10' } },
    { title: 'Windows are in', share: { kind: 'amount', value: '1000' } },
    { title: 'On completion', share: null },
  ],
  terms: [
    { title: 'Warranty', text: 'Two years.', ownPage: false },
    { title: 'Notice of cancellation', text: 'Within three days.', ownPage: true },
  ],
}

const draft = (proposal: Proposal) => documentOf(proposal, draftFacts('2026-11-28', 30))

/** A picture as the file store has it. */
const noPhotos = async () => ({ logo: null, photos: [] })
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 60, b: 20 } } })
    .webp()
    .toBuffer()

/** The number of pictures in the PDF. */
async function imagesOf(proposal: Proposal, pictures: Pictures): Promise<number> {
  const pdf = Buffer.from(await pdfOf(draft(proposal), async () => pictures, 'ada')).toString(
    'latin1',
  )
  return pdf.match(/\/Subtype \/Image/g)?.length ?? 0
}

/** A text without blanks and line breaks, which a reader of PDFs only guesses. */
const squeezed = (text: string) => text.replaceAll(/\s/g, '')

/** The squeezed text of each page. */
async function pagesOf(proposal: Proposal, pictures: Partial<Pictures> = {}): Promise<string[]> {
  const pdf = await pdfOf(
    draft(proposal),
    async () => ({ logo: null, photos: [], ...pictures }),
    'ada',
  )
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return text.map(squeezed)
}

/** The texts of a page, from tag to tag. */
const textsOf = (page: string) =>
  page
    .replace(/<head>.*?<\/head>/s, '')
    .split(/<[^>]*>/)
    .map(squeezed)
    .filter(Boolean)

describe('a document', () => {
  test('says what is offered, what it costs, and how it is paid', () => {
    const { facts, sections, totals, schedule, parties } = draft(priced)
    expect(facts).toEqual(['Proposal', 'Nov 28, 2026', 'Valid for 30 days'])
    expect(parties[0]?.lines).toEqual(['Łukasz Żółć', '14 Lake Dr', '847-555-0153'])
    expect(sections.map(({ title, hint, total }) => [title, hint, total])).toEqual([
      ['Room', null, '$4,768.00'],
      ['Extras', 'Optional', '$3,000.00'],
      ['Floor', 'Choose one', '−$0.51'],
    ])
    expect(sections.flatMap(({ rows }) => rows)).toMatchObject([
      { mark: null, quantity: '16 each', unitPrice: '$298.00', details: 'To frost depth' },
      { mark: { shape: 'box', isChosen: true }, quantity: '200 sq ft' },
      { mark: { shape: 'box', isChosen: false }, unitPrice: '$0.1234', amount: '$1.97' },
      { mark: { shape: 'circle', isChosen: true }, quantity: '−0.5', amount: '−$0.51' },
      { mark: { shape: 'circle', isChosen: false } },
    ])
    expect(sections[2]?.rows[0]?.description).toBe('Vinyl (allowance)')
    expect(totals.map(({ label, amount }) => `${label}: ${amount}`)).toEqual([
      'Subtotal: $7,767.49',
      'Discount, 7.5%: −$582.56',
      'Sales tax, 8.25% of $0.00: $0.00',
      'Total: $7,184.93',
    ])
    expect(schedule.map(({ share, amount }) => [share, amount])).toEqual([
      ['10%', '$718.49'],
      ['', '$1,000.00'],
      ['The rest', '$5,466.44'],
    ])
  })

  test('without lines has the estimated amount alone', () => {
    const totalsWith = (amount: string | null) => draft({ ...empty, amount }).totals
    expect(totalsWith('52000.00')).toEqual([
      { label: 'Estimated amount', amount: '$52,000.00', isTotal: true },
    ])
    expect(totalsWith(null)[0]?.amount).toBe('To be agreed')
  })

  test('escapes what people wrote', () => {
    const page = documentPage(draft({ ...empty, title: '<script>alert(1)</script>' }), {
      logo: null,
      bar: null,
    })
    expect(String(page)).not.toContain('<script>alert')
  })
})

describe('the evidence', () => {
  const evidence = {
    ...{ name: 'Nancy Boyd', strokes: null, signedAt: '2026-11-28T15:42:10.000Z' },
    ...{ address: '203.0.113.24', browser: 'Firefox', sentTo: null, consent: 'I agree.' },
    ...{ total: '100.00', sha256: 'a'.repeat(64) },
  }
  const rowsOf = (proposal: Proposal, choices?: Evidence['choices']) => {
    const signing = { evidence: { ...evidence, ...(choices && { choices }) }, day: '2026-11-28' }
    return documentOf(proposal, draftFacts('2026-11-28', 30), signing).evidence
  }
  const choiceTexts = (...of: Parameters<typeof rowsOf>) =>
    rowsOf(...of).flatMap(({ label, text }) => (label === 'Choice' ? [text] : []))

  test('says what was chosen, also of signatures that did not note it', () => {
    const texts = ['Extras: Heated floor', 'Floor: Vinyl']
    expect(choiceTexts(priced)).toEqual(texts)
    expect(choiceTexts(priced, choicesOf(priced))).toEqual(texts)
    expect(choiceTexts(priced, [{ section: 'Extras', lines: [] }])).toEqual(['Extras: none'])
    expect(choiceTexts(empty, choicesOf(empty))).toEqual([])
  })

  test('has all that the signature was given with', () => {
    const names = ['Signed by', 'Signature', 'Moment', 'Choice', 'Choice', 'Total', 'Consent']
    const seen = ['Link sent to', 'Network address', 'Browser', 'Version (SHA-256)']
    expect(rowsOf(priced).map(({ label }) => label)).toEqual([...names, ...seen])
  })
})

describe('as a PDF', () => {
  test('has the words of the page, each page with its number', async () => {
    const pages = await pagesOf(priced)
    const page = String(documentPage(draft(priced), { logo: null, bar: null }))
    const onPaper = pages.join('')
    expect(textsOf(page).length).toBeGreaterThan(60)
    expect(textsOf(page).filter((text) => !onPaper.includes(text))).toEqual([])
    expect(pages[0]).toContain('Page1of3')
    expect(pages[2]).toBe('NoticeofcancellationWithinthreedays.Page3of3')
  })

  test('that was signed has the words of the page, a long name on several lines', async () => {
    const name = `${'Łukasz Żółć '.repeat(14)}Ω`
    const signed = documentOf(priced, draftFacts('2026-11-28', 30), {
      evidence: {
        ...{ name, strokes: null, signedAt: '2026-11-28T15:42:10.000Z', address: '203.0.113.24' },
        ...{ browser: 'Firefox', sentTo: null, consent: 'I agree.', total: '100.00' },
        sha256: 'a'.repeat(64),
      },
      day: '2026-11-28',
    })
    const pdf = new Uint8Array(await pdfOf(signed, noPhotos, 'ada'))
    const { text } = await extractText(await getDocumentProxy(pdf))
    const onPaper = squeezed(text.join(''))
    const words = textsOf(String(documentPage(signed, { logo: null, bar: null })))
    expect(words.filter((one) => !onPaper.includes(one))).toEqual([])
    // Above the rule, and below it.
    expect(onPaper.split(squeezed(name)).length).toBe(words.join('').split(squeezed(name)).length)
  })

  test('of 300 lines has the head of the table on every page, and no row in two', async () => {
    const details = 'Some details\nin two lines'
    const lines = Array.from({ length: 300 }, (_, n) => line(`Window no. ${n}.`, { details }))
    const pages = await pagesOf({
      ...empty,
      sections: [{ title: 'Windows', kind: 'included', lines }],
    })
    expect(pages.length).toBeGreaterThan(15)
    for (const page of pages) {
      const rows = page.match(/Windowno\./g)?.length ?? 0
      if (rows > 0) expect(page).toContain('DescriptionQuantityPriceAmount')
      expect(page.match(/intwolines/g)?.length ?? 0).toBe(rows)
    }
    expect(pages.join('').match(/Windowno\.\d+\./g)).toEqual(
      lines.map(({ description }) => squeezed(description)),
    )
  })

  test('says what the signatures are for where they stand on a page of their own', async () => {
    const withLines = (count: number): Proposal => {
      const lines = Array.from({ length: count }, (_, n) => line(`Window no. ${n}.`))
      return { ...empty, sections: [{ title: 'Windows', kind: 'included', lines }] }
    }
    const signed = (pages: string[]) => pages.filter((page) => page.includes('SignatureDate'))
    const [together = ''] = signed(await pagesOf(withLines(8)))
    expect([together.includes('Total'), together.split('Proposal·Nov28').length]).toEqual([true, 2])
    const [alone = ''] = signed(await pagesOf(withLines(12)))
    expect(alone.includes('Total')).toBe(false)
    expect(alone).toContain('Three-seasonroomProposal·Nov28,2026')
  })

  test('continues a row that is longer than a page, and cuts a word that is longer than a line', async () => {
    const details = Array.from({ length: 90 }, (_, n) => `Detail no. ${n}.`).join('\n')
    const lines = [line('W'.repeat(500)), line('Long', { details }), line('Last')]
    const pages = await pagesOf({ ...empty, sections: [{ title: 'All', kind: 'included', lines }] })
    const text = pages.join('')
    expect(text.match(/W/g)).toHaveLength(500)
    expect(text.match(/Detailno\.\d+\./g)).toEqual(details.split('\n').map(squeezed))
    expect(text).toContain('Last')
  })

  test('writes the names of customers, and boxes for what its fonts lack', async () => {
    const names = ['Łukasz Żółć', 'Trần Huy Liệu', 'Щукин', 'Παπαδόπουλος', 'José Núñez']
    const lines = [...names, '陈伟 😀'].map((name) => line(name))
    const proposal: Proposal = {
      ...empty,
      sections: [{ title: 'Names\u0007', kind: 'included', lines }],
    }
    const text = (await pagesOf(proposal)).join('')
    for (const name of names) expect(text).toContain(squeezed(name))
    expect(text).not.toContain('\u0007')
    expect(await missingCharacters(draft(proposal), 'ada')).toEqual(['陈', '伟', '😀'])
    expect(await missingCharacters(draft(priced), 'ada')).toEqual([])
  })

  test.each([
    ['wide', 900, 90],
    ['tall', 60, 900],
  ])('has a %s logo beside the name of the company', async (_, width, height) => {
    const logo = await picture(width, height)
    const [first] = await pagesOf(priced, { logo })
    expect(first).toMatch(/^RidgelineBuilders/)
    expect(await imagesOf(priced, { logo, photos: [] })).toBe(1)
  })

  test('has its photos with their captions, and the caption of one that is gone', async () => {
    const photo = { day: '2026-11-18', width: 1600, height: 1200, sha256: 'a'.repeat(64) }
    const long = 'A long caption. '.repeat(120)
    const captions = ['North wall.', 'Łazienka', null, 'Gone', 'Damaged', long, 'Beside it']
    const proposal = { ...priced, photos: captions.map((caption) => ({ ...photo, caption })) }
    const wide = await picture(1600, 1200)
    const damaged = new Uint8Array([1, 2, 3])
    const photos = [wide, await picture(300, 2000), wide, null, damaged, wide, wide]
    const text = (await pagesOf(proposal, { photos })).join('')
    for (const caption of ['Northwall,', 'Łazienka,', 'Gone,', 'Damaged,', 'Besideit,'])
      expect(text).toContain(`${caption}Nov18,2026`)
    expect(await imagesOf(proposal, { logo: null, photos })).toBe(5)
    const page = String(
      documentPage(draft(proposal), { logo: null, photos: (at) => `/p/1/${at}`, bar: null }),
    )
    expect(page.match(/<img src="\/p\/1\/[1-7]" alt="[^"]*Nov 18, 2026"/g)?.length).toBe(7)
  })

  test('has its pictures read when it is its turn, not before', async () => {
    let finish = () => {}
    const first = new Promise<void>((resolve) => {
      finish = resolve
    })
    const read: string[] = []
    const reading = (name: string, after: Promise<void>) => async () => {
      read.push(name)
      await after
      return noPhotos()
    }
    // Each person has one turn at a time.
    const written = [
      pdfOf(draft(empty), reading('first', first), 'ada'),
      pdfOf(draft(empty), reading('second', Promise.resolve()), 'ada'),
      pdfOf(draft(empty), reading('of another', Promise.resolve()), 'bea'),
    ]
    await written[2]
    expect(read).toEqual(['first', 'of another'])
    finish()
    await Promise.all(written)
    expect(read).toEqual(['first', 'of another', 'second'])
  })

  test('that fails is a failure by its name, and the next one is written', async () => {
    const damaged = new Uint8Array([1, 2, 3])
    await expect(
      pdfOf(draft(priced), async () => ({ logo: damaged, photos: [] }), 'ada'),
    ).rejects.toMatchObject({
      name: 'documentFailed',
    })
    expect((await pagesOf(empty)).length).toBe(1)
  })
})
