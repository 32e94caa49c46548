/** Letters of other alphabets, and digits, that look like a Latin letter; in lower case. */
const LOOKALIKES = new Map(
  Object.entries({
    a: 'аα',
    b: 'ьв',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еεє',
    g: 'ɡց',
    h: 'һн',
    i: 'іι1lı|ӏ',
    j: 'јϳ',
    k: 'кκ',
    m: 'мμ',
    n: 'пηո',
    o: 'оο0օσ',
    p: 'рρ',
    q: 'ԛ',
    r: 'г',
    s: 'ѕ5',
    t: 'тτ',
    u: 'υս',
    v: 'ѵν',
    w: 'ԝω',
    x: 'хχ',
    y: 'уγү',
    z: 'ᴢ',
  }).flatMap(([latin, others]) => [...others].map((letter) => [letter, latin] as const)),
)

/**
 * A name by what is seen of it: without case, accents, spaces, punctuation and characters that show nothing, with
 * look-alikes as the letter they look like. Two people of the same key can be taken for each other.
 */
export function nameKey({
  firstName,
  lastName,
}: {
  readonly firstName: string
  readonly lastName: string
}): string {
  // Upper case first: it turns ß into SS, as lower case alone would not.
  const folded = `${firstName}${lastName}`.normalize('NFKD').toUpperCase().toLowerCase()
  const plain = folded
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}|]|\p{Default_Ignorable_Code_Point}/gu, '')
  return [...plain].map((letter) => LOOKALIKES.get(letter) ?? letter).join('')
}
