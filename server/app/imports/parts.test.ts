import { describe, expect, test } from 'vitest'
import { readCell } from './cells.ts'
import { addressOf, distinctPhones, emailsIn, phoneKey, phonesIn } from './contacts.ts'
import { contactOf, nameOfCompany, splitName } from './names.ts'
import { ImportedPerson } from './values.ts'

describe('the parts of a cell', () => {
  test('a cell has at most 10,000 characters, whatever it is for', () => {
    for (const type of ['text', 'phones', 'phone', 'amount', 'day', 'status'] as const)
      expect(readCell(`5${' '.repeat(9999)}5`, type)).toEqual({
        problem: 'At most 10,000 characters',
      })
    expect(readCell('x'.repeat(10_000), 'text')).toEqual({ value: 'x'.repeat(10_000) })
  })

  test('a cell with emails or phones has at most 500 characters', () => {
    for (const type of ['email', 'phone', 'phones'] as const) {
      expect(readCell('5'.repeat(501), type)).toEqual({ problem: 'At most 500 characters' })
      expect(readCell('5'.repeat(500), type)).toEqual({ value: '5'.repeat(500) })
    }
    expect(readCell('=a@example.com', 'email')).toHaveProperty('problem')
  })

  test('runs of spaces count as one', () => {
    const gap = ' '.repeat(9000)
    expect(phonesIn(`612${gap}5550100 \n${gap}\n Mobile${gap}Phone${gap}: 612 555 0111`)).toEqual([
      { label: '', number: '612 5550100' },
      { label: 'Mobile Phone', number: '612 555 0111' },
    ])
    expect(splitName(`Rosa${gap}Lund`)).toEqual({ firstName: 'Rosa', lastName: 'Lund' })
    expect(contactOf(`Oak${gap}Dental${gap}(Rosa Lund)`)).toMatchObject({ company: 'Oak Dental' })
    expect(emailsIn(`a@example.com${gap}and ${'b'.repeat(9000)}@example.com`)).toEqual({
      emails: ['a@example.com'],
      rest: `and ${'b'.repeat(9000)}@example.com`,
    })
  })

  test.each([
    ['smith&sons@example.com r/d@example.com', ['smith&sons@example.com', 'r/d@example.com']],
    ['a@example.com|b@example.com', ['a@example.com', 'b@example.com']],
    ['a|b@example.com; c@example.com', ['a|b@example.com', 'c@example.com']],
    ['Dana <dana@müller.example>', ['dana@müller.example']],
  ])('the email addresses in %j are found', (cell, emails) =>
    expect(emailsIn(cell).emails).toEqual(emails),
  )

  test.each([
    ['612 555 0100 x 9', '6125550100'],
    ['612 555 0100   ext. 9', '6125550100'],
    ['612 555 0100ext9\nx 8', '6125550100'],
  ])('the phone %j is known by its digits without the extension', (phone, key) =>
    expect(phoneKey(phone)).toBe(key),
  )

  test('a repeated phone number is retained once, as it was first written', () => {
    const phones = phonesIn('Main:(612) 555-0100, 612 555 0111, Work:+1 612 555 0100')
    expect(distinctPhones(phones)).toEqual([
      { label: 'Main', number: '(612) 555-0100' },
      { label: '', number: '612 555 0111' },
    ])
  })

  test('an address omits lines that repeat a name, but not a city of that name', () => {
    const isName = (line: string) => line === 'Jackson'
    const place = { city: 'Jackson', state: 'MS', zipCode: '39201' }
    expect(addressOf(['Jackson', '1 Elm St'], place, isName)).toBe('1 Elm St, Jackson, MS 39201')
  })

  test('a long text is not compared with names line by line', () => {
    let compared = 0
    const isName = () => {
      compared++
      return true
    }
    expect(addressOf(['Ann Ash\n\n1 Elm St'], {}, isName)).toBe('')
    expect(compared).toBe(2)
    addressOf(['a\n'.repeat(4950)], {}, isName)
    expect(compared).toBe(2)
  })

  test('a punctuation mark alone is no last name', () => {
    expect(nameOfCompany('Oak - Kitchens')).toMatchObject({
      firstName: 'Oak -',
      lastName: 'Kitchens',
    })
    expect(nameOfCompany('Oak -')).toMatchObject({ firstName: 'Oak -', lastName: 'Company' })
  })

  test('a formula in a company name is rejected as a last name', () => {
    const person = { role: 'client', ...nameOfCompany('Oak =cmd|calc') }
    expect(ImportedPerson.safeParse(person).error?.issues).toMatchObject([
      { path: ['lastName'], message: 'Begins with =, which a spreadsheet runs as a formula' },
    ])
  })
})
