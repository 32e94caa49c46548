/** Letters of other alphabets, small capitals and digits that look like a Latin letter. */
const LOOKALIKES = new Map(
  Object.entries({
    a: 'аαɑᴀᎪ',
    b: 'ьвβʙᏴ',
    c: 'сϲᴄᏟ',
    d: 'ԁđᴅᎠ',
    e: 'еεєᴇᎬ',
    f: 'ꜰ',
    g: 'ɡցɢᏀ',
    h: 'һнħʜᎻ',
    i: 'іι1lı|ӏłʟɪɩ',
    j: 'јϳᴊᎫ',
    k: 'кκᴋᏦ',
    m: 'мμᴍᎷ',
    n: 'пηոɴ',
    o: 'оο0օσøᴏ',
    p: 'рρᴘᏢ',
    q: 'ԛ',
    r: 'гʀᏒ',
    s: 'ѕ5ꜱᏚ',
    t: 'тτᴛᎢ',
    u: 'υսᴜ',
    v: 'ѵνᴠᏙ',
    w: 'ԝωᴡᎳ',
    x: 'хχ',
    y: 'уγүʏᎩ',
    z: 'ᴢζᏃ',
  }).flatMap(([latin, others]) =>
    [...others.toLowerCase()].map((letter) => [letter, latin] as const),
  ),
)

/**
 * A key for how a name looks: without case, accents, spaces, punctuation and invisible characters,
 * and with look-alikes replaced by the letter they resemble. Two people with the same key can be
 * mistaken for each other.
 */
export function nameKey({
  firstName,
  lastName,
}: {
  readonly firstName: string
  readonly lastName: string
}): string {
  // Upper case first: unlike lower case alone, it turns ß into SS.
  const folded = `${firstName}${lastName}`.normalize('NFKD').toUpperCase().toLowerCase()
  const plain = folded
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}|]|\p{Default_Ignorable_Code_Point}/gu, '')
  return [...plain].map((letter) => LOOKALIKES.get(letter) ?? letter).join('')
}
