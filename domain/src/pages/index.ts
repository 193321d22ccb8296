/** The pages of the product: what each is called, and what it says of itself. */
export * from './descriptions'
export * from './titles'
