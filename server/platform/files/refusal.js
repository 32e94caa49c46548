/**
 * The reason the inspector rejects a file by a rule: the name of an expected failure, and another
 * message if its usual one would not help.
 */
export class Refusal extends Error {
  /**
   * @param {'notPicture' | 'badPicture' | 'tooManyPixels' | 'activePdf' | 'notReceipt'} name
   * @param {string} [why]
   */
  constructor(name, why) {
    super(why ?? '')
    this.name = name
    /** @type {string | undefined} */
    this.why = why
  }
}
