/**
 * Why the inspector refuses a file, by a rule of ours: the name of an expected failure and, where its usual message would not help, another one.
 */
export class Refusal extends Error {
  /** @param {'notPicture' | 'badPicture' | 'tooManyPixels' | 'activePdf' | 'notReceipt'} name @param {string} [why] */
  constructor(name, why) {
    super(why ?? '')
    this.name = name
    /** @type {string | undefined} */
    this.why = why
  }
}
