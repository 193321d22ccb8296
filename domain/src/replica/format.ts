/** Raised whenever a table or a row is not what it was: a replica of another format is filled anew. */
export const replicaFormat = 3
