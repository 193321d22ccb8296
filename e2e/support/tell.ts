/** Prints a line beside the results of the run. */
export const tell = (line: string): void => void process.stderr.write(`${line}\n`)
