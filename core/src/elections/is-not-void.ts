/** The condition under which the vote of a candidacy counts; `alias` names the table of candidacies. */
export const isNotVoid = (alias: string): string => `${alias}.status <> 'withdrawn'`
