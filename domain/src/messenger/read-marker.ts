/**
 * The read marker of a citizen who has written a message: it moves to that message where they have read all before it. From
 * a device that has not shown what came meanwhile, nothing is read by writing (decision 79).
 * @param readNumber the number of the last message that they have read
 * @param writtenNumber the number of the message that they have written
 */
export const readAfterWriting = (readNumber: number, writtenNumber: number): number =>
  readNumber >= writtenNumber - 1 ? Math.max(readNumber, writtenNumber) : readNumber
