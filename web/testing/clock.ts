/**
 * Every test begins at noon of a working day, so that no result depends on the day, the hour or the
 * year in which it runs. Time passes as usual. Tests at another moment use fake timers.
 */
const START = Date.UTC(2026, 10, 19, 18)

const RealDate = Date
let offset = 0

class TestDate extends RealDate {
  constructor(...parts: [] | ConstructorParameters<DateConstructor>) {
    super(...((parts.length > 0 ? parts : [TestDate.now()]) as [number]))
  }
  static override now() {
    return RealDate.now() + offset
  }
}

/** Sets the clock to the start, also after a test has mocked it. */
export function resetClock() {
  offset = START - RealDate.now()
  globalThis.Date = TestDate as DateConstructor
}

resetClock()
